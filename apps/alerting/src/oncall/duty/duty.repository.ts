import { Inject, Injectable } from '@nestjs/common';
import { selectMemberNames } from '@svc/directory';
import { isId, type Relational } from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';
import { LRUCache } from 'lru-cache';
import type { Members } from '../members.repository.js';
import type { Override, Schedule } from '../resolver/index.js';
import { toSchedule } from '../schedules/schedules.service.js';

/** Schedules that are kept compiled. With the most users that a schedule can have, each takes about 200 KB. */
const MAX_COMPILED = 100;
/** Users of a schedule whose names are read before it is known who of them is on duty. */
const MAX_NAMED = 100;

/** Data that decides who is on duty now and later, read in one statement. */
export interface DutyFacts {
  readonly schedule: Schedule;
  /** Overrides that end after the time. */
  readonly overrides: readonly Override[];
  /** The users whose membership was looked up. One of them is a member if `members` has them; of other users nothing is known. */
  readonly asked: ReadonlySet<string>;
  readonly members: Members;
}

interface Compiled {
  readonly version: string;
  readonly schedule: Schedule;
  readonly users: readonly string[];
}

interface Row {
  readonly version: string;
  readonly timeZone: string;
  /** Null if the version is the one that is kept. */
  readonly layers: object[] | null;
  readonly overrides: readonly Override[];
  readonly members: Readonly<Record<string, string>>;
}

/**
 * Reads the data of a schedule in one statement. The layers of a schedule only change
 * together with its version, so the statement compares versions and returns the layers only if another version is
 * cached here. Overrides and members, which change independently, are read every time.
 */
@Injectable()
export class DutyRepository {
  readonly #compiled = new LRUCache<string, Compiled>({ max: MAX_COMPILED });

  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  /** @returns undefined if the project has no such schedule. */
  async find(
    { projectId, organizationId }: { readonly projectId: string; readonly organizationId: string },
    scheduleId: string,
    at: Date,
  ): Promise<DutyFacts | undefined> {
    if (!isId(scheduleId)) return undefined;
    const kept = this.#compiled.get(scheduleId);
    const named = kept?.users ?? [];
    const [row] = await this.relational.rows<Row>(STATEMENT, [
      ...[scheduleId, projectId, at, kept?.version ?? null],
      ...[isId(organizationId) ? organizationId : null, named],
    ]);
    if (!row) return undefined;
    const { schedule } = row.layers === null && kept ? kept : this.#compile(scheduleId, row);
    const asked = new Set([...named, ...row.overrides.map(({ userId }) => userId)]);
    return { schedule, overrides: row.overrides, asked, members: new Map(Object.entries(row.members)) };
  }

  #compile(id: string, { version, timeZone, layers }: Row): Compiled {
    const schedule = toSchedule({ timeZone, layers });
    const users = new Set(schedule.layers.flatMap((layer) => [...layer.users, ...(layer.anchor?.held ?? [])]));
    const compiled = { version, schedule, users: users.size > MAX_NAMED ? [] : [...users].filter(isId) };
    this.#compiled.set(id, compiled);
    return compiled;
  }
}

const STATEMENT = `
  SELECT s.version::text AS version, s.time_zone AS "timeZone",
    CASE WHEN s.version = $4::bigint THEN NULL ELSE s.layers END AS layers, o.overrides, m.members
  FROM oncall_schedules s
  CROSS JOIN LATERAL (
    SELECT array_agg(user_id) AS users, coalesce(json_agg(json_build_object('id', id, 'userId', user_id,
      'start', (extract(epoch FROM starts_at) * 1000)::bigint, 'end', (extract(epoch FROM ends_at) * 1000)::bigint,
      'createdMs', (extract(epoch FROM created_at) * 1000)::bigint)), '[]') AS overrides
    FROM oncall_overrides WHERE schedule_id = s.id AND ends_at > $3) o
  CROSS JOIN LATERAL (${selectMemberNames('$5', '$6::uuid[] || o.users')}) m
  WHERE s.id = $1 AND s.project_id = $2`;
