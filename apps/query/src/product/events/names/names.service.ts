import { Inject, Injectable } from '@nestjs/common';
import type { EventsNamesRequest } from '@svc/contract';
import { keysetList, type Cursors, type Page } from '@svc/pagination';
import type { ProjectReader } from '@svc/reading/project-reader';
import { resolveWindow } from '@svc/reading/statement';
import { CLOCK, CURSORS, type Clock } from '@svc/runtime';
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
    const { scope } = reader;
    const { prefix, propertyKey, propertyValue = '' } = request;
    // As far ahead as capture accepts events, and as far back as they are kept.
    const range = resolveWindow({ endTime: FAR_AHEAD }, scope, this.clock(), FAR_AHEAD.seconds * 1_000_000_000n);
    return keysetList(this.cursors, {
      operation: 'events.names',
      projectId: scope.projectId,
      filters: { prefix, property_key: propertyKey, property_value: propertyValue },
      order: { sort: 'name asc', key: { name: 'string' } },
      limits: PAGE,
      request,
      read: (after, limit) => {
        const match = propertyMatch(request);
        return reader.rows(selectEventNames({ scope, range, prefix, match, after: after?.name, limit }));
      },
    });
  }
}

/** A time far in the future, which is reduced to the latest storable one. */
const FAR_AHEAD = { seconds: 9_000_000_000n, nanos: 0 };
