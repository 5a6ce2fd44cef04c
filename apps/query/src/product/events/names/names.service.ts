import type { ProjectReader } from '@svc/reading/project-reader';
import { Inject, Injectable } from '@nestjs/common';
import type { EventsNamesRequest } from '@svc/contract';
import { cutPage, pageLimit, type Cursors, type Page } from '@svc/pagination';
import { CLOCK, CURSORS, type Clock } from '@svc/service';
import { resolveWindow } from '@svc/reading/statement';
import { propertyMatch } from '../property-match.js';
import { selectEventNames, type EventNameRow } from './names.query.js';

const PAGE = { default: 50, max: 50 };

@Injectable()
export class EventNamesService {
  constructor(
    @Inject(CURSORS) private readonly cursors: Cursors,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async names(request: EventsNamesRequest, reader: ProjectReader): Promise<Page<EventNameRow>> {
    const { prefix, propertyKey, propertyValue, cursor } = request;
    const bounds = {
      operation: 'events.names',
      projectId: reader.scope.projectId,
      filters: { prefix, property_key: propertyKey, property_value: propertyValue ?? '' },
      sort: 'name asc',
    };
    const position = this.cursors.decode(cursor, bounds);
    const match = propertyMatch(request);
    const limit = pageLimit(request.limit, PAGE);
    // As far ahead as capture accepts events, and as far back as they are kept.
    const range = resolveWindow({ endTime: FAR_AHEAD }, reader.scope, this.clock(), FAR_AHEAD.seconds * 1_000_000_000n);
    const after = position === undefined ? undefined : String(position[0]);
    const statement = selectEventNames({ scope: reader.scope, range, prefix, match, after, limit: limit + 1 });
    const rows = await reader.rows(statement);
    return cutPage(rows, limit, ({ name }) => this.cursors.encode({ ...bounds, position: [name] }));
  }
}

/** Reduced to what can be stored. */
const FAR_AHEAD = { seconds: 9_000_000_000n, nanos: 0 };
