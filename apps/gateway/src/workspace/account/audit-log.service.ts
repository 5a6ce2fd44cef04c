import { timestampDate } from '@bufbuild/protobuf/wkt';
import { Inject, Injectable } from '@nestjs/common';
import type { AccountAuditLogRequest, CallContext } from '@svc/contract';
import { keysetList, type Cursors, type Page } from '@svc/pagination';
import { CURSORS } from '@svc/runtime';
import { invalidField } from '@svc/service-error';
import { AuditLogRepository, type AuditFilter, type AuditRow } from './audit-log.repository.js';

const PAGE = { default: 50, max: 500 };

@Injectable()
export class AuditLogService {
  constructor(
    private readonly repository: AuditLogRepository,
    @Inject(CURSORS) private readonly cursors: Cursors,
  ) {}

  async list(context: CallContext, request: AccountAuditLogRequest): Promise<Page<AuditRow>> {
    const filter = toFilter(context, request);
    const { organizationId, projectId = '', operation, principalId, from, to } = filter;
    return keysetList(this.cursors, {
      operation: 'account.audit_log',
      // An organization has one log; a project of it may be among the filters.
      projectId,
      filters: { organizationId, operation, principalId, from: from?.toISOString(), to: to?.toISOString() },
      order: { sort: 'id desc', key: { id: 'string' } },
      limits: PAGE,
      request,
      read: (after, take) => this.repository.list(filter, after?.id, take),
    });
  }
}

function toFilter(context: CallContext, request: AccountAuditLogRequest): AuditFilter {
  const from = request.startTime && timestampDate(request.startTime);
  const to = request.endTime && timestampDate(request.endTime);
  if (from && to && from >= to) throw invalidField('end_time', 'must be after start_time');
  return {
    organizationId: context.organizationId,
    projectId: context.project?.id ?? (context.boundProjectId || undefined),
    operation: request.operation || undefined,
    principalId: request.principalId || undefined,
    from,
    to,
  };
}
