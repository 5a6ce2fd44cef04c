import type { MessageInitShape } from '@bufbuild/protobuf';
import { Inject, Injectable } from '@nestjs/common';
import type { AnomaliesListRequest, AnomaliesListResponseSchema } from '@svc/contract';
import { keysetList, toTimeRange, type CursorBounds, type Cursors } from '@svc/pagination';
import { CLOCK, CURSORS, type Clock } from '@svc/runtime';
import type { Responder } from '../../incidents/index.js';
import { distinct } from '../../list-filters.js';
import { toFindingMessage } from './finding.message.js';
import { FindingsListRepository, type FindingFilters } from './findings-list.repository.js';

const PAGE = { default: 50, max: 500 };
const LATEST_FIRST = { sort: 'opened_at desc, id desc', key: { openedAt: 'date', id: 'string' } } as const;

/** The list of findings. */
@Injectable()
export class FindingsListService {
  constructor(
    private readonly repository: FindingsListRepository,
    @Inject(CURSORS) private readonly cursors: Cursors,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async list(
    { projectId, scopes }: Responder,
    request: AnomaliesListRequest,
  ): Promise<MessageInitShape<typeof AnomaliesListResponseSchema>> {
    const filters = toFilters(projectId, request);
    const { rows, pagination } = await keysetList(this.cursors, {
      operation: 'anomalies.list',
      projectId,
      filters: toCursorFilters(filters),
      order: LATEST_FIRST,
      limits: PAGE,
      request,
      read: (after, take) => this.repository.list(filters, after, take, new Date(this.clock())),
    });
    return { findings: rows.map((row) => toFindingMessage(row, scopes)), pagination };
  }
}

function toFilters(projectId: string, { status, severity, signal, ...window }: AnomaliesListRequest): FindingFilters {
  const named = { states: distinct(status), severities: distinct(severity), signals: distinct(signal) };
  return { projectId, ...named, ...toTimeRange(window) };
}

function toCursorFilters({ states, severities, signals, from, to }: FindingFilters): CursorBounds['filters'] {
  return {
    status: states,
    severity: severities,
    signal: signals,
    start: from?.toISOString(),
    end: to?.toISOString(),
  };
}
