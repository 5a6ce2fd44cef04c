import { Inject, Injectable } from '@nestjs/common';
import type { AuditEntry, AuditOutcome, Relational } from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';

export type AuditRow = AuditEntry & { readonly outcome: AuditOutcome | null };

export interface AuditFilter {
  readonly organizationId: string;
  readonly projectId: string | undefined;
  readonly operation: string | undefined;
  readonly principalId: string | undefined;
  readonly from: Date | undefined;
  readonly to: Date | undefined;
}

@Injectable()
export class AuditLogRepository {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  /** Newest first; ids are in order of time. */
  list(filter: AuditFilter, afterId: string | undefined, take: number): Promise<AuditRow[]> {
    const { organizationId, projectId, operation, principalId, from, to } = filter;
    return this.relational.client.auditEntry.findMany({
      where: {
        organizationId,
        projectId,
        operation,
        principalId,
        at: { gte: from, lt: to },
        id: { lt: afterId },
      },
      include: { outcome: true },
      orderBy: { id: 'desc' },
      take,
    });
  }
}
