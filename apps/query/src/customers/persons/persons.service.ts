import { Inject, Injectable } from '@nestjs/common';
import type { PersonsSearchRequest, PersonsTimelineRequest } from '@svc/contract';
import { pageLimit, type Cursors, type Position } from '@svc/pagination';
import { estimateBytes, takeFitting, toPagination } from '@svc/reading/paging';
import type { ProjectReader } from '@svc/reading/project-reader';
import { CURSORS } from '@svc/runtime';
import { TimelineService } from '../timeline/timeline.service.js';
import { PersonDirectory, type FoundPerson } from './directory/directory.js';
import { personTimeline } from './person-timeline.js';
import { toPersonMessage } from './person.message.js';
import { PropertiesRepository } from './properties.repository.js';

const PAGE = { default: 25, max: 100 };

@Injectable()
export class PersonsService {
  constructor(
    private readonly directory: PersonDirectory,
    private readonly properties: PropertiesRepository,
    private readonly timelines: TimelineService,
    @Inject(CURSORS) private readonly cursors: Cursors,
  ) {}

  async search(request: PersonsSearchRequest, reader: ProjectReader) {
    const search = request.search.trim();
    const bounds = {
      operation: 'persons.search',
      projectId: reader.scope.projectId,
      filters: { search },
      sort: 'first_seen desc, distinct_id desc',
    };
    const limit = pageLimit(request.limit, PAGE);
    const after = readPosition(this.cursors.decode(request.cursor, bounds));
    const found = await this.directory.search({ search, after }, limit + 1, reader);
    const persons = await this.#fitting(found.persons.slice(0, limit), reader);
    const last = persons.at(-1);
    const isCut = persons.length < found.persons.length;
    const next = isCut && last ? { first: last.firstSeen, canonical: last.canonical } : found.next;
    const cursor = next && this.cursors.encode({ ...bounds, position: [String(next.first), next.canonical] });
    return { persons: await this.#messages(persons, reader), pagination: toPagination(cursor) };
  }

  /** @throws ServiceError not_found */
  async get(reference: string, reader: ProjectReader) {
    const person = await this.directory.find(reference, reader);
    const [message] = await this.#messages([person], reader);
    return message ?? {};
  }

  /** @throws ServiceError not_found */
  async timeline(request: PersonsTimelineRequest, scopes: readonly string[], reader: ProjectReader) {
    const { canonical, ids } = await this.directory.find(request.personId, reader);
    const name = { operation: 'persons.timeline', filters: { person: canonical } };
    return this.timelines.read(request, personTimeline(ids), name, reader, scopes);
  }

  /** The first persons that fit into a response together; at least one. */
  async #fitting(persons: readonly FoundPerson[], reader: ProjectReader) {
    const ids = new Map(persons.map((person) => [person.canonical, person.ids]));
    const sizes = await this.properties.readSizes(ids, reader);
    return takeFitting(persons, (person) => estimateBytes(person.ids) + (sizes.get(person.canonical) ?? 0));
  }

  async #messages(persons: readonly FoundPerson[], reader: ProjectReader) {
    const ids = new Map(persons.map((person) => [person.canonical, person.ids]));
    const properties = await this.properties.readProperties(ids, reader);
    return persons.map((person) => toPersonMessage(reader.scope.projectId, person, properties.get(person.canonical)));
  }
}

/** Positions come from cursors signed by this service, so they have the shape it gave them. */
function readPosition(position: Position | undefined) {
  if (!position) return undefined;
  const [first, canonical] = position as [string, string];
  return { first: BigInt(first), canonical };
}
