import { Inject, Injectable } from '@nestjs/common';
import { toServiceError } from '@svc/errors';
import type { Logger } from '@svc/observability';
import type { Relational } from '@svc/relational';
import { LOGGER, RELATIONAL } from '@svc/service';
import { AuditCounter } from './audit-counter.js';
import type { AuditSource } from './audit-source.js';

/** Look-ups that run at a time; further failures are logged instead, so that guessing passwords cannot occupy the database. */
const MAX_LOOKUPS = 20;

/**
 * Records failed and locked log-ins in every organization of the account. An attempt on an unknown account belongs to no organization;
 * it is recorded where there is only one.
 */
@Injectable()
export class RefusedLogins {
  #lookups = 0;

  constructor(
    private readonly counter: AuditCounter,
    @Inject(RELATIONAL) private readonly relational: Relational,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Returns at once, so that the time of the answer does not tell whether the account exists.
   *
   * @param email normalized; undefined when it is unknown.
   */
  note(email: string | undefined, source: AuditSource, failure: unknown): void {
    const { code, httpStatus } = toServiceError(failure);
    if (httpStatus >= 500) return;
    const { operation, sourceAddress, requestId } = source;
    if (this.#lookups >= MAX_LOOKUPS) {
      this.logger.warn({ operation, source_address: sourceAddress, request_id: requestId }, 'a log-in was refused');
      return;
    }
    this.#lookups += 1;
    void this.#findAccounts(email)
      .then((accounts) => {
        for (const account of accounts) {
          const act = { ...source, ...account, projectId: null, target: {}, status: httpStatus, error: code };
          this.counter.count({ ...act, principalType: 'user' });
        }
      })
      .catch((cause: unknown) => this.logger.warn({ err: cause, operation }, 'could not record a refused log-in'))
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
