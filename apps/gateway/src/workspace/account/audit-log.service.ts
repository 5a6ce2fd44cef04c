import { timestampDate } from '@bufbuild/protobuf/wkt';
import { Inject, Injectable } from '@nestjs/common';
import type { AccountAuditLogRequest, CallContext } from '@svc/contract';
import { invalidField } from '@svc/errors';
import { cutPage, pageLimit, type Cursors, type Page } from '@svc/pagination';
import { CURSORS } from '@svc/service';
import { AuditLogRepository, type AuditFilter, type AuditRow } from './audit-log.repository.js';

const PAGE = { default: 50, max: 500 };

@Injectable()
export class AuditLogService {
  constructor(
    private readonly repository: AuditLogRepository,
    @Inject(CURSORS) private readonly cursors: Cursors,
  ) {}

  async list(context: CallContext, request: AccountAuditLogRequest): Promise<Page<AuditRow>> {
    const filter = filterOf(context, request);
    const bounds = boundsOf(filter);
    const [afterId] = (this.cursors.decode(request.cursor, bounds) ?? []) as readonly string[];
    const limit = pageLimit(request.limit, PAGE);
    const found = await this.repository.list(filter, afterId, limit + 1);
    return cutPage(found, limit, ({ id }) => this.cursors.encode({ ...bounds, position: [id] }));
  }
}

function filterOf(context: CallContext, request: AccountAuditLogRequest): AuditFilter {
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

/** An organization has one log; a project of it may be among the filters. */
function boundsOf({ organizationId, projectId, operation, principalId, from, to }: AuditFilter) {
  return {
    operation: 'account.audit_log',
    projectId: projectId ?? '',
    filters: { organizationId, operation, principalId, from: from?.toISOString(), to: to?.toISOString() },
    sort: 'id desc',
  };
}
