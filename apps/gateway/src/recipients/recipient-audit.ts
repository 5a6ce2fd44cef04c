import { Inject, Injectable } from '@nestjs/common';
import type { RecipientProof } from '@svc/contract';
import type { Logger } from '@svc/observability';
import type { Relational } from '@svc/relational';
import { LOGGER, RELATIONAL } from '@svc/runtime';
import { AuditCounter } from '../audit/audit-counter.js';
import type { AuditSource } from '../audit/audit-source.js';

/** Records in the organization of the project that the owner of an address agreed to get notifications. */
@Injectable()
export class RecipientAudit {
  constructor(
    private readonly counter: AuditCounter,
    @Inject(RELATIONAL) private readonly relational: Relational,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Never fails: the address is proved, whatever happens to the entry. */
  async record({ projectId }: RecipientProof, source: AuditSource): Promise<void> {
    try {
      const { organizationId } = await this.relational.client.project.findUniqueOrThrow({ where: { id: projectId } });
      const principal = { principalType: 'recipient', principalId: '', principalName: 'owner of an address' };
      this.counter.count({ ...source, ...principal, organizationId, projectId, target: {}, status: 200, error: null });
    } catch (cause) {
      const { operation } = source;
      this.logger.warn({ err: cause, operation }, 'could not write the audit entry of a proved address');
    }
  }
}
