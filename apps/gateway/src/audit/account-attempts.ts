import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from '@svc/observability';
import type { Relational } from '@svc/relational';
import { LOGGER, RELATIONAL } from '@svc/runtime';
import { toServiceError } from '@svc/service-error';
import { AuditCounter, type CountedAct } from './audit-counter.js';
import type { AuditSource } from './audit-source.js';

/** Look-ups that run at a time; further attempts are logged instead, so that guessing passwords cannot occupy the database. */
const MAX_LOOKUPS = 20;

/**
 * Counts attempts of strangers on an account: failed log-ins, and requests for a new password. They are recorded in
 * every organization of the account. An attempt on an unknown account belongs to no organization; it is recorded where
 * there is only one.
 */
@Injectable()
export class AccountAttempts {
  #lookups = 0;

  constructor(
    private readonly counter: AuditCounter,
    @Inject(RELATIONAL) private readonly relational: Relational,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Records a refusal. Returns immediately, so that the time of the answer does not reveal whether the account exists.
   *
   * @param email normalized; undefined when it is unknown.
   */
  note(email: string | undefined, source: AuditSource, failure: unknown): void {
    const { code, httpStatus } = toServiceError(failure);
    if (httpStatus < 500) this.#count(email, source, { status: httpStatus, error: code });
  }

  /** Records an attempt that is answered alike for every address. Returns at once. */
  noteRequest(email: string | undefined, source: AuditSource): void {
    this.#count(email, source, { status: 204, error: null });
  }

  #count(email: string | undefined, source: AuditSource, outcome: Pick<CountedAct, 'status' | 'error'>): void {
    const { operation, sourceAddress, requestId } = source;
    if (this.#lookups >= MAX_LOOKUPS) {
      const fields = { operation, source_address: sourceAddress, request_id: requestId, status: outcome.status };
      this.logger.warn(fields, 'too many concurrent account lookups; attempt not audited');
      return;
    }
    this.#lookups += 1;
    void this.#findAccounts(email)
      .then((accounts) => {
        for (const account of accounts) {
          this.counter.count({ ...source, ...account, ...outcome, projectId: null, target: {}, principalType: 'user' });
        }
      })
      .catch((cause: unknown) =>
        this.logger.warn({ err: cause, operation }, 'could not look up the account of an attempt; attempt not audited'),
      )
      .finally(() => (this.#lookups -= 1));
  }

  async #findAccounts(email: string | undefined) {
    const { membership, organization } = this.relational.client;
    const members =
      email === undefined ? [] : await membership.findMany({ where: { user: { email } }, include: { user: true } });
    if (members.length > 0) {
      return members.map(({ organizationId, userId, user }) => {
        return { organizationId, principalId: userId, principalName: user.name };
      });
    }
    const organizations = await organization.findMany({ select: { id: true }, take: 2 });
    return organizations.length === 1
      ? organizations.map(({ id }) => ({ organizationId: id, principalId: '', principalName: 'unknown account' }))
      : [];
  }
}
