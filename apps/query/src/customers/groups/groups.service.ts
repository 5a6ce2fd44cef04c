import { Injectable } from '@nestjs/common';
import type { GroupsListRequest, GroupsTimelineRequest } from '@svc/contract';
import { pageLimit } from '@svc/pagination';
import type { ProjectReader } from '@svc/reading/project-reader';
import { sql, stringParam, type Sql } from '@svc/reading/statement';
import { toTimestamp } from '@svc/reading/time';
import { requireFound } from '@svc/service-error';
import { toJsonObject } from '../persons/person.message.js';
import type { TimelineSubject } from '../timeline/timeline.query.js';
import { TimelineService } from '../timeline/timeline.service.js';
import { GroupsRepository, type Account } from './groups.repository.js';

const PAGE = { default: 50, max: 500 };

@Injectable()
export class GroupsService {
  constructor(
    private readonly groups: GroupsRepository,
    private readonly timelines: TimelineService,
  ) {}

  async types(reader: ProjectReader) {
    const types = await this.groups.types(reader);
    return { groupTypes: types.map(({ type, accounts }) => ({ groupType: type, count: BigInt(accounts) })) };
  }

  async list(request: GroupsListRequest, reader: ProjectReader) {
    const filter = { type: request.type, search: request.search.trim() };
    const limit = pageLimit(request.limit, PAGE);
    const offset = request.offset ?? 0;
    const [found, total] = await Promise.all([
      this.groups.list(filter, limit + 1, offset, reader),
      this.groups.count(filter, reader),
    ]);
    const groups = await this.groups.withProperties(found.slice(0, limit), reader);
    return { groups: groups.map(toGroup), total, hasMore: found.length > groups.length };
  }

  /** @throws ServiceError not_found */
  async get(type: string, key: string, reader: ProjectReader) {
    return toGroup(await this.#find(type, key, reader));
  }

  /** @throws ServiceError not_found */
  async timeline(request: GroupsTimelineRequest, scopes: readonly string[], reader: ProjectReader) {
    const { type, account } = await this.#find(request.groupType, request.groupKey, reader);
    const name = { operation: 'groups.timeline', filters: { type, account } };
    return this.timelines.read(request, accountTimeline(type, account), name, reader, scopes);
  }

  async #find(type: string, key: string, reader: ProjectReader): Promise<Account> {
    return requireFound(await this.groups.find(type, key, reader));
  }
}

/** The timeline of a group: its events and errors, and the telemetry of the sessions that its events belong to. */
function accountTimeline(type: string, key: string): TimelineSubject {
  // The first condition is redundant, but an index supports it.
  const isIts = sql`(has(mapValues(groups), ${stringParam(key)}) AND groups[${stringParam(type)}] = ${stringParam(key)})`;
  const isOfSession = (sessions: Sql): Sql => sql`(session_id != '' AND session_id IN (${sessions}))`;
  return {
    events: isIts,
    telemetry: isOfSession,
    errors: (sessions) => sql`(${isIts} OR ${isOfSession(sessions)})`,
  };
}

export function toGroup({ type, account, first, last, properties }: Account) {
  return {
    groupType: type,
    groupKey: account,
    properties: toJsonObject(properties),
    firstSeen: toTimestamp(BigInt(first)),
    lastSeen: toTimestamp(BigInt(last)),
  };
}
