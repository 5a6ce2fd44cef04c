import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampDate, type Timestamp } from '@bufbuild/protobuf/wkt';
import { Inject, Injectable } from '@nestjs/common';
import type { AnomaliesListRequest, AnomaliesListResponseSchema } from '@svc/contract';
import { invalidField } from '@svc/errors';
import { keysetList, type CursorBounds, type Cursors } from '@svc/pagination';
import { CURSORS } from '@svc/service';
import type { Responder } from '../../incidents/index.js';
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
      read: (after, take) => this.repository.list(filters, after, take),
    });
    return { findings: rows.map((row) => toFindingMessage(row, scopes)), pagination };
  }
}

function toFilters(
  projectId: string,
  { status, severity, signal, startTime, endTime }: AnomaliesListRequest,
): FindingFilters {
  const [from, to] = [toDate(startTime), toDate(endTime)];
  if (from && to && from >= to) throw invalidField('end_time', 'must be later than start_time');
  const distinct = (values: readonly string[]): string[] => [...new Set(values)].toSorted();
  const named = { states: distinct(status), severities: distinct(severity), signals: distinct(signal) };
  return { projectId, ...named, from, to };
}

/** Times of findings have milliseconds, so a bound between two of them is the later one. */
function toDate(time: Timestamp | undefined): Date | undefined {
  if (!time) return undefined;
  const isBetween = time.nanos % 1_000_000 > 0;
  return new Date(timestampDate(time).getTime() + (isBetween ? 1 : 0));
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
