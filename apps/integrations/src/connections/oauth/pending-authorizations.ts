import { createHash, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { KeyRing } from '@svc/encryption';
import { insertWithin, type ConnectionAuthorization, type Quota, type Relational } from '@svc/relational';
import { CLOCK, KEY_RING, RELATIONAL, type Clock } from '@svc/runtime';
import { ServiceError } from '@svc/service-error';
import type { ProviderName } from '../connection-rules.js';
import { confirmableBy, mayComplete, mayConfirm, type AuthorizationCaller } from './authorization-access.js';

/** Time that a user has for the authorization at the provider, in milliseconds. */
const LIFETIME_MS = 10 * 60_000;
/** Authorizations of one project that are neither complete nor expired. */
const MAX_PENDING = 50;

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

/** Caller that starts the authorization, and the connection and version that it is for. */
export type AuthorizationBinding = Pick<
  ConnectionAuthorization,
  'projectId' | 'connectionId' | 'connectionVersion' | 'credentialId' | 'userId' | 'isSession'
>;

export type TakenAuthorization = AuthorizationBinding & {
  readonly settings: AuthorizedSettings;
  readonly verifier: string;
};

export type PendingAuthorization = TakenAuthorization & Pick<ConnectionAuthorization, 'id' | 'expiresAt'>;

/** Reason why the state is of no use to a caller. */
export type StateRefusal = 'invalid_state' | 'expired_state';

/**
 * Started authorizations. A user confirms each in a browser session, which can then take it once. Neither the state nor
 * the verifier can be read from the store.
 */
@Injectable()
export class PendingAuthorizations {
  constructor(
    @Inject(RELATIONAL) private readonly relational: Relational,
    @Inject(KEY_RING) private readonly keyRing: KeyRing,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws ServiceError quota_exceeded when a project has as many authorizations as it can have. */
  async start(binding: AuthorizationBinding, settings: AuthorizedSettings) {
    const [state, verifier] = [randomToken(), randomToken()];
    const id = digest(state);
    const createdAt = new Date(this.clock());
    const expiresAt = new Date(createdAt.getTime() + LIFETIME_MS);
    const sealed = this.keyRing.seal(JSON.stringify({ verifier, settings }), place(id));
    const data = { id, ...binding, sealed, createdAt, expiresAt };
    await insertWithin(this.relational, quotaOf(binding.projectId, createdAt), (tx) =>
      tx.connectionAuthorization.create({ data }),
    );
    return { state, verifier, expiresAt };
  }

  /** Returns the authorization of a state if the caller may confirm it. */
  async find(state: string, caller: AuthorizationCaller): Promise<PendingAuthorization | StateRefusal> {
    const { connectionAuthorization } = this.relational.client;
    const found = await connectionAuthorization.findUnique({ where: { id: digest(state) } });
    if (!found || !mayConfirm(found, caller)) return 'invalid_state';
    return this.#isExpired(found) ? 'expired_state' : this.#open(found);
  }

  /** Binds the authorization of a state to the session of the caller. Only the first session succeeds. */
  async confirm(state: string, caller: AuthorizationCaller): Promise<PendingAuthorization | StateRefusal> {
    const found = await this.find(state, caller);
    if (typeof found === 'string') return found;
    const { count } = await this.relational.client.connectionAuthorization.updateMany({
      where: { id: found.id, ...confirmableBy(caller) },
      data: { confirmedCredentialId: caller.credentialId, confirmedUserId: caller.userId },
    });
    return count === 1 ? found : 'invalid_state';
  }

  /** Deletes the authorization of a state if the caller may confirm it. */
  async cancel(state: string, caller: AuthorizationCaller): Promise<PendingAuthorization | StateRefusal> {
    const found = await this.find(state, caller);
    if (typeof found === 'string') return found;
    const { connectionAuthorization } = this.relational.client;
    const { count } = await connectionAuthorization.deleteMany({ where: { id: found.id, ...confirmableBy(caller) } });
    return count === 1 ? found : 'invalid_state';
  }

  /** Deletes and returns the authorization of a state. Nothing happens to one that the caller did not confirm. */
  async take(state: string, caller: AuthorizationCaller): Promise<TakenAuthorization | StateRefusal> {
    const { connectionAuthorization } = this.relational.client;
    const found = await connectionAuthorization.findUnique({ where: { id: digest(state) } });
    if (!found || !mayComplete(found, caller)) return 'invalid_state';
    const { count } = await connectionAuthorization.deleteMany({ where: { id: found.id } });
    if (count === 0) return 'invalid_state';
    return this.#isExpired(found) ? 'expired_state' : this.#open(found);
  }

  /**
   * Deletes authorizations that were never completed. They are kept for a while after they expire, so that a late
   * browser gets `expired_state`.
   */
  async deleteExpired(): Promise<void> {
    const expiresAt = { lt: new Date(this.clock() - LIFETIME_MS) };
    await this.relational.client.connectionAuthorization.deleteMany({ where: { expiresAt } });
  }

  #isExpired({ expiresAt }: ConnectionAuthorization): boolean {
    return expiresAt.getTime() <= this.clock();
  }

  #open(found: ConnectionAuthorization): PendingAuthorization {
    const secret = JSON.parse(this.keyRing.open(found.sealed, place(found.id))) as {
      readonly verifier: string;
      readonly settings: AuthorizedSettings;
    };
    return { ...found, ...secret };
  }
}

const quotaOf = (projectId: string, now: Date): Quota => ({
  kind: 'connection-authorizations',
  ownerId: projectId,
  most: MAX_PENDING,
  exceeded: () =>
    new ServiceError('quota_exceeded', {
      message: `A project can have ${MAX_PENDING} authorizations that are not complete. Each ends after ten minutes.`,
    }),
  count: (tx) => tx.connectionAuthorization.count({ where: { projectId, expiresAt: { gt: now } } }),
});

/** 256 bits, as 43 characters: also the shortest code verifier that RFC 7636 allows. */
const randomToken = (): string => randomBytes(32).toString('base64url');

const digest = (state: string): string => createHash('sha256').update(state).digest('hex');

const place = (id: string): string => `connection_authorization/${id}`;
