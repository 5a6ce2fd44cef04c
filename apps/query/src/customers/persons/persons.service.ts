import { Inject, Injectable } from '@nestjs/common';
import type { PersonsSearchRequest, PersonsTimelineRequest } from '@svc/contract';
import { pageLimit, type Cursors, type Position } from '@svc/pagination';
import { CURSORS } from '@svc/service';
import { estimateBytes, takeFitting, toPagination } from '@svc/reading/paging';
import type { Budget, Scope } from '@svc/reading/statement';
import { TimelineService } from '../timeline/timeline.service.js';
import { PersonDirectory, type FoundPerson } from './directory/directory.js';
import { personTimeline } from './person-timeline.js';
import { toPersonMessage } from './person.message.js';
import { PropertiesRepository } from './properties.repository.js';

const PAGE = { default: 25, max: 100 };

@Injectable()
export class PersonsService {
  constructor(
    @Inject(PersonDirectory) private readonly directory: PersonDirectory,
    @Inject(PropertiesRepository) private readonly properties: PropertiesRepository,
    @Inject(TimelineService) private readonly timelines: TimelineService,
    @Inject(CURSORS) private readonly cursors: Cursors,
  ) {}

  async search(request: PersonsSearchRequest, scope: Scope, budget: Budget) {
    const search = request.search.trim();
    const bounds = {
      operation: 'persons.search',
      projectId: scope.projectId,
      filters: { search },
      sort: 'first_seen desc, distinct_id desc',
    };
    const limit = pageLimit(request.limit, PAGE);
    const behind = readPosition(this.cursors.decode(request.cursor, bounds));
    const found = await this.directory.search({ search, behind }, limit + 1, scope, budget);
    const persons = await this.fitting(found.persons.slice(0, limit), scope, budget);
    const last = persons.at(-1);
    const isCut = persons.length < found.persons.length;
    const next = isCut && last ? { first: last.firstSeen, canonical: last.canonical } : found.next;
    const cursor = next && this.cursors.encode({ ...bounds, position: [String(next.first), next.canonical] });
    return { persons: await this.messages(persons, scope, budget), pagination: toPagination(cursor) };
  }

  /** @throws ServiceError not_found */
  async get(reference: string, scope: Scope, budget: Budget) {
    const person = await this.directory.find(reference, scope, budget);
    const [message] = await this.messages([person], scope, budget);
    return message ?? {};
  }

  /** @throws ServiceError not_found */
  async timeline(request: PersonsTimelineRequest, scope: Scope, budget: Budget) {
    const { canonical, ids } = await this.directory.find(request.personId, scope, budget);
    const name = { operation: 'persons.timeline', filters: { person: canonical } };
    return this.timelines.read(request, personTimeline(ids), name, scope, budget);
  }

  /** The first ones that fit into an answer together; at least one. */
  private async fitting(persons: readonly FoundPerson[], scope: Scope, budget: Budget) {
    const ids = new Map(persons.map((person) => [person.canonical, person.ids]));
    const sizes = await this.properties.sizesOf(ids, scope, budget);
    return takeFitting(persons, (person) => estimateBytes(person.ids) + (sizes.get(person.canonical) ?? 0));
  }

  private async messages(persons: readonly FoundPerson[], scope: Scope, budget: Budget) {
    const ids = new Map(persons.map((person) => [person.canonical, person.ids]));
    const properties = await this.properties.propertiesOf(ids, scope, budget);
    return persons.map((person) => toPersonMessage(scope.projectId, person, properties.get(person.canonical)));
  }
}

/** A position comes out of a cursor we signed, so it has the shape it was given. */
function readPosition(position: Position | undefined) {
  if (!position) return undefined;
  const [first, canonical] = position as [string, string];
  return { first: BigInt(first), canonical };
}
