import { Inject, Injectable } from '@nestjs/common';
import type { EventsTriggerersRequest } from '@svc/contract';
import { keysetList, type Cursors, type Page } from '@svc/pagination';
import type { ProjectReader } from '@svc/reading/project-reader';
import { type TimeRange, toNanoseconds } from '@svc/reading/time';
import { CURSORS } from '@svc/runtime';
import { invalidField } from '@svc/service-error';
import { readPreferredDistinctIds } from '../../../customers/index.js';
import { propertyMatch } from '../property-match.js';
import { selectTriggerers, type TriggererRow } from './triggerers.query.js';

const PAGE = { default: 50, max: 1000 };

export interface Triggerer extends TriggererRow {
  readonly distinctId: string;
}

@Injectable()
export class TriggerersService {
  constructor(@Inject(CURSORS) private readonly cursors: Cursors) {}

  async triggerers(request: EventsTriggerersRequest, reader: ProjectReader): Promise<Page<Triggerer>> {
    const range = toTimeRange(request);
    const { event, propertyKey, propertyValue = '' } = request;
    const page = await keysetList(this.cursors, {
      operation: 'events.triggerers',
      projectId: reader.scope.projectId,
      filters: {
        event,
        since: String(range.from),
        until: String(range.to),
        property_key: propertyKey,
        property_value: propertyValue,
      },
      order: { sort: 'canonical_distinct_id asc', key: { canonical: 'string' } },
      limits: PAGE,
      request,
      read: (after, limit) => {
        const match = propertyMatch(request);
        const { scope } = reader;
        return reader.rows(selectTriggerers({ scope, range, event, match, after: after?.canonical, limit }));
      },
    });
    return { ...page, rows: await this.#withNames(page.rows, reader) };
  }

  async #withNames(rows: readonly TriggererRow[], reader: ProjectReader): Promise<Triggerer[]> {
    const canonicals = rows.map(({ canonical }) => canonical);
    const names = await readPreferredDistinctIds(canonicals, reader);
    return rows.map((row) => ({ ...row, distinctId: names.get(row.canonical) ?? row.canonical }));
  }
}

function toTimeRange({ since, until }: EventsTriggerersRequest): TimeRange {
  // Validation has rejected absent times.
  const [from, to] = [since, until].map((time) => (time ? toNanoseconds(time) : 0n));
  if (from === undefined || to === undefined || from >= to) throw invalidField('until', 'must be after since');
  return { from, to };
}
