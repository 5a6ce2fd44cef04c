import { Inject, Injectable } from '@nestjs/common';
import type { ConnectionAuthorizationsCompleteResponse } from '@svc/contract';
import type { Logger } from '@svc/observability';
import type { Relational } from '@svc/relational';
import { LOGGER, RELATIONAL } from '@svc/runtime';
import { AuditCounter } from '../audit/audit-counter.js';
import type { AuditSource } from '../audit/audit-source.js';

/**
 * Records the results of authorizations, under the name of the caller who started them. An unknown state names no
 * caller.
 */
@Injectable()
export class OAuthCallbackAudit {
  constructor(
    private readonly counter: AuditCounter,
    @Inject(RELATIONAL) private readonly relational: Relational,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Never fails: the connection is stored, whatever happens to the entry. */
  async record(completed: ConnectionAuthorizationsCompleteResponse, source: AuditSource): Promise<void> {
    const { result, connectionId, projectId } = completed;
    if (projectId === '') return;
    try {
      const { project } = this.relational.client;
      const { organizationId } = await project.findUniqueOrThrow({ where: { id: projectId } });
      this.counter.count({
        ...source,
        ...(await this.#principal(completed)),
        organizationId,
        projectId,
        target: connectionId === '' ? {} : { connection_id: connectionId },
        status: 303,
        error: result === 'connected' ? null : result,
      });
    } catch (cause) {
      this.logger.warn(
        { err: cause, operation: source.operation },
        'could not write the audit entry of an OAuth authorization',
      );
    }
  }

  async #principal({
    startedByUserId: userId,
    startedByCredentialId: keyId,
  }: ConnectionAuthorizationsCompleteResponse) {
    const { apiKey, user } = this.relational.client;
    if (userId !== '') {
      const found = await user.findUnique({ where: { id: userId }, select: { name: true } });
      return { principalType: 'user', principalId: userId, principalName: found?.name ?? '' };
    }
    const found = await apiKey.findUnique({ where: { id: keyId }, select: { name: true } });
    return { principalType: 'api_key', principalId: keyId, principalName: found?.name ?? '' };
  }
}
