import { setTimeout } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { deadline } from '@svc/config';
import type { Connection, Relational, Transaction } from '@svc/relational';
import { CLOCK, RELATIONAL, type Clock } from '@svc/runtime';
import type { ProviderName } from '../connection-rules.js';
import { ConnectionSecrets } from '../connection-secrets.js';
import { OAuthError } from './oauth-error.js';
import { TokenEndpoint } from './token-endpoint.js';

/** Time before its expiry at which a token is refreshed, so that no request carries one that expires in transit. */
const MARGIN_MS = 60_000;
/** More than a request to the token endpoint takes. */
const TRANSACTION_TIMEOUT_MS = deadline(20_000);
/** While another process refreshes the token. */
const POLL_MS = 200;
const MAX_POLLS = 60;

/**
 * The tokens of connections; tokens of the kind oauth are refreshed here, by one process at a time, because refresh
 * tokens may work only once.
 */
@Injectable()
export class AccessTokens {
  constructor(
    private readonly secrets: ConnectionSecrets,
    private readonly endpoint: TokenEndpoint,
    @Inject(RELATIONAL) private readonly relational: Relational,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * A token for the next requests.
   * @throws OAuthError
   */
  current(connection: Connection, signal: AbortSignal): Promise<string> {
    const { token, expiresAt } = this.secrets.open(connection);
    const isValid = expiresAt === undefined || expiresAt - MARGIN_MS > this.clock();
    return isValid || connection.kind !== 'oauth' ? Promise.resolve(token) : this.renew(connection, token, signal);
  }

  /**
   * A token other than the one that expired or that the provider refused.
   * @param signal ends only the wait for another process: an interrupted refresh could lose the next refresh token.
   * @throws OAuthError invalid_grant where only the user can authorize the connection again.
   */
  async renew({ id }: Connection, used: string, signal: AbortSignal): Promise<string> {
    for (let polls = 0; polls < MAX_POLLS; polls++) {
      const token = await this.#renewAlone(id, used);
      if (token !== undefined) return token;
      await setTimeout(POLL_MS, undefined, { signal });
    }
    throw new OAuthError('unavailable');
  }

  /** Undefined while another process refreshes the token. */
  #renewAlone(id: string, used: string): Promise<string | undefined> {
    return this.relational.client.$transaction(
      async (tx) => {
        if (!(await lock(tx, id))) return undefined;
        const connection = await tx.connection.findUnique({ where: { id } });
        if (connection?.state !== 'active') throw new OAuthError('invalid_grant');
        const { token, refreshToken } = this.secrets.open(connection);
        if (token !== used) return token;
        if (refreshToken === undefined) throw new OAuthError('invalid_grant');
        const issued = await this.endpoint.refresh(connection.provider as ProviderName, refreshToken);
        await this.#store(tx, id, used, { refreshToken, expiresAt: undefined, ...issued });
        return issued.token;
      },
      { timeout: TRANSACTION_TIMEOUT_MS },
    );
  }

  /** Keeps what a user changed meanwhile. The version stays: it counts changes that callers make. */
  async #store(
    tx: Transaction,
    id: string,
    used: string,
    tokens: { readonly token: string; readonly refreshToken: string; readonly expiresAt: number | undefined },
  ): Promise<void> {
    await tx.$queryRaw`SELECT 1 FROM connections WHERE id = ${id}::uuid FOR UPDATE`;
    const connection = await tx.connection.findUnique({ where: { id } });
    if (!connection) return;
    const secret = this.secrets.open(connection);
    if (secret.token !== used) return;
    const sealed = this.secrets.seal(connection, { ...secret, ...tokens });
    await tx.connection.update({ where: { id }, data: { sealed } });
  }
}

/** Held until the transaction ends. The row itself stays free for users who change the connection. */
async function lock(tx: Transaction, id: string): Promise<boolean> {
  const name = `connection/${id}`;
  const [row] = await tx.$queryRaw<
    { locked: boolean }[]
  >`SELECT pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) AS locked`;
  return row?.locked === true;
}
