import { createHash, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { KeyRing } from '@svc/encryption';
import type { ConnectionAuthorization, Relational } from '@svc/relational';
import { CLOCK, KEY_RING, RELATIONAL, type Clock } from '@svc/runtime';
import type { ProviderName } from '../connection-rules.js';

/** Time that a user has for the authorization at the provider, in milliseconds. */
const LIFETIME_MS = 10 * 60_000;

/** Settings of the future connection. */
export interface AuthorizedSettings {
  readonly provider: ProviderName;
  readonly createdBy: string;
  /** Undefined keeps the name of a connection that is authorized again. */
  readonly displayName: string | undefined;
  readonly target: string;
  readonly issueType: string;
  readonly siteUrl: string;
  readonly webhookSecret: string;
  readonly resolveIssues: boolean;
  readonly closeTickets: boolean;
}

/** Caller that may complete the authorization, and the connection and version that it is for. */
export type AuthorizationBinding = Pick<
  ConnectionAuthorization,
  'projectId' | 'connectionId' | 'connectionVersion' | 'credentialId' | 'userId' | 'isSession'
>;

/** Caller that brings the answer of the provider; IDs are empty without a credential. */
export interface AuthorizationCaller {
  readonly credentialId: string;
  readonly userId: string;
}

export type TakenAuthorization = AuthorizationBinding & {
  readonly settings: AuthorizedSettings;
  readonly verifier: string;
};

/**
 * Started authorizations, each of which can be taken once. Neither the state nor the verifier can be read from the
 * store.
 */
@Injectable()
export class PendingAuthorizations {
  constructor(
    @Inject(RELATIONAL) private readonly relational: Relational,
    @Inject(KEY_RING) private readonly keyRing: KeyRing,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async start(binding: AuthorizationBinding, settings: AuthorizedSettings) {
    const [state, verifier] = [randomToken(), randomToken()];
    const id = digest(state);
    const createdAt = new Date(this.clock());
    const expiresAt = new Date(createdAt.getTime() + LIFETIME_MS);
    const sealed = this.keyRing.seal(JSON.stringify({ verifier, settings }), place(id));
    const { connectionAuthorization } = this.relational.client;
    await connectionAuthorization.create({ data: { id, ...binding, sealed, createdAt, expiresAt } });
    return { state, verifier, expiresAt };
  }

  /** Deletes and returns the authorization of a state. Nothing happens to one that the caller did not start. */
  async take(
    state: string,
    caller: AuthorizationCaller,
  ): Promise<TakenAuthorization | 'invalid_state' | 'expired_state'> {
    const { connectionAuthorization } = this.relational.client;
    const found = await connectionAuthorization.findUnique({ where: { id: digest(state) } });
    if (!found || !mayComplete(found, caller)) return 'invalid_state';
    const { count } = await connectionAuthorization.deleteMany({ where: { id: found.id } });
    if (count === 0) return 'invalid_state';
    if (found.expiresAt.getTime() <= this.clock()) return 'expired_state';
    const secret = JSON.parse(this.keyRing.open(found.sealed, place(found.id))) as {
      readonly verifier: string;
      readonly settings: AuthorizedSettings;
    };
    return { ...found, ...secret };
  }

  /**
   * Deletes authorizations that were never completed. They are kept for a while after they expire, so that a late
   * browser gets `expired_state`.
   */
  async deleteExpired(): Promise<void> {
    const expiresAt = { lt: new Date(this.clock() - LIFETIME_MS) };
    await this.relational.client.connectionAuthorization.deleteMany({ where: { expiresAt } });
  }
}

/**
 * An authorization that began in a browser session ends in it. A browser does not have the key that a program started
 * with, so it may come without a credential, but not with the credential of another user.
 */
function mayComplete(started: AuthorizationBinding, { credentialId, userId }: AuthorizationCaller): boolean {
  if (credentialId === started.credentialId) return true;
  if (started.isSession) return false;
  return credentialId === '' || (started.userId !== '' && started.userId === userId);
}

/** 256 bits, as 43 characters: also the shortest code verifier that RFC 7636 allows. */
const randomToken = (): string => randomBytes(32).toString('base64url');

const digest = (state: string): string => createHash('sha256').update(state).digest('hex');

const place = (id: string): string => `connection_authorization/${id}`;
