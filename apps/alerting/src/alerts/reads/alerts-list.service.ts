import type { MessageInitShape } from '@bufbuild/protobuf';
import { Inject, Injectable } from '@nestjs/common';
import type { AlertsListRequest, AlertsListResponseSchema } from '@svc/contract';
import { cutPage, pageLimit, type CursorBounds, type Cursors, type Position } from '@svc/pagination';
import { CURSORS } from '@svc/service';
import { toAlertFields } from '../alert.message.js';
import { AlertsListRepository, type AlertFilters, type AlertPosition } from './alerts-list.repository.js';

const PAGE = { default: 50, max: 500 };

/** The list of alerts. */
@Injectable()
export class AlertsListService {
  constructor(
    private readonly alerts: AlertsListRepository,
    @Inject(CURSORS) private readonly cursors: Cursors,
  ) {}

  async list(
    projectId: string,
    { state, severity, limit: requested, cursor }: AlertsListRequest,
  ): Promise<MessageInitShape<typeof AlertsListResponseSchema>> {
    const filters = { projectId, states: distinct(state), severities: distinct(severity) };
    const bounds = toBounds(filters);
    const after = toPosition(this.cursors.decode(cursor, bounds));
    const limit = pageLimit(requested, PAGE);
    const found = await this.alerts.list(filters, after, limit + 1);
    const { rows, pagination } = cutPage(found, limit, ({ startedAt, id }) =>
      this.cursors.encode({ ...bounds, position: [startedAt.toISOString(), id] }),
    );
    return { alerts: rows.map(toAlertFields), pagination };
  }
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)].toSorted();
}

function toBounds({ projectId, states, severities }: AlertFilters): CursorBounds {
  return {
    operation: 'alerts.list',
    projectId,
    filters: { state: states, severity: severities },
    sort: 'started_at desc, id desc',
  };
}

/** Positions come from cursors that this service signed, so they have the shape that it gave them. */
function toPosition(position: Position | undefined): AlertPosition | undefined {
  if (!position) return undefined;
  const [startedAt, id] = position as [string, string];
  return { startedAt: new Date(startedAt), id };
}
