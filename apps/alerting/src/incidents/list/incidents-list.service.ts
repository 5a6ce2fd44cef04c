import type { MessageInitShape } from '@bufbuild/protobuf';
import { Inject, Injectable } from '@nestjs/common';
import type { IncidentsListRequest, IncidentsListResponseSchema } from '@svc/contract';
import { type CursorBounds, type Cursors, keysetList, NEWEST_FIRST, toTimeRange } from '@svc/pagination';
import { CURSORS } from '@svc/runtime';
import { distinct } from '../../list-filters.js';
import { toIncidentMessage } from '../incident.message.js';
import { IncidentsListRepository, type Figures, type IncidentFilters } from './incidents-list.repository.js';

const PAGE = { default: 50, max: 200 };

/** The list of incidents. */
@Injectable()
export class IncidentsListService {
  constructor(
    private readonly repository: IncidentsListRepository,
    @Inject(CURSORS) private readonly cursors: Cursors,
  ) {}

  async list(
    projectId: string,
    request: IncidentsListRequest,
  ): Promise<MessageInitShape<typeof IncidentsListResponseSchema>> {
    const filters = toFilters(projectId, request);
    const [{ rows, pagination }, figures] = await Promise.all([
      keysetList(this.cursors, {
        operation: 'incidents.list',
        projectId,
        filters: toCursorFilters(filters),
        order: NEWEST_FIRST,
        limits: PAGE,
        request,
        read: (after, take) => this.repository.list(filters, after, take),
      }),
      this.repository.figures(filters),
    ]);
    return { incidents: rows.map(toIncidentMessage), figures: toFigures(figures), pagination };
  }
}

function toFilters(projectId: string, { status, severity, ...window }: IncidentsListRequest): IncidentFilters {
  const { from, to } = toTimeRange(window);
  return { projectId, states: distinct(status), severities: distinct(severity), createdFrom: from, createdTo: to };
}

function toCursorFilters({ states, severities, createdFrom, createdTo }: IncidentFilters): CursorBounds['filters'] {
  return {
    status: states,
    severity: severities.map(String),
    start: createdFrom?.toISOString(),
    end: createdTo?.toISOString(),
  };
}

function toFigures({ byState, meanTimeToAcknowledgeMs, meanTimeToResolveMs }: Figures) {
  const count = (state: string): bigint => BigInt(byState.get(state) ?? 0);
  return {
    count: [...byState.values()].reduce((sum, of) => sum + BigInt(of), 0n),
    open: count('open'),
    acknowledged: count('acknowledged'),
    resolved: count('resolved'),
    ...(meanTimeToAcknowledgeMs !== undefined && {
      meanTimeToAcknowledgeSeconds: Math.round(meanTimeToAcknowledgeMs) / 1_000,
    }),
    ...(meanTimeToResolveMs !== undefined && { meanTimeToResolveSeconds: Math.round(meanTimeToResolveMs) / 1_000 }),
  };
}
