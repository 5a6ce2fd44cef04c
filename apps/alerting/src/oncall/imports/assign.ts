import { create } from '@bufbuild/protobuf';
import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import { invalidRequest, SchedulesCreateRequestSchema, validate } from '@svc/contract';
import type { ImportedSchedule, LayerBody, ReportEntry } from '@svc/schedule-import';
import { withPaths } from '@svc/service-error';
import { checkedLayers } from '../schedules/layer.rules.js';
import type { StoredLayer } from '../schedules/stored-layer.js';
import type { MatchedPerson } from './people.js';

/** A schedule as it is stored. In a dry run, users can be people who match no member. */
export interface AssignedSchedule {
  readonly name: string;
  readonly timeZone: string;
  readonly layers: readonly StoredLayer[];
  readonly overrides: readonly AssignedOverride[];
}

export interface AssignedOverride {
  readonly userId: string;
  readonly startMs: number;
  readonly endMs: number;
}

/** Finds the user of a person; undefined for one who is left out. */
export type UserOf = (person: string) => string | undefined;

/** Puts users in the places of people. Undefined if no layer is left. @throws ServiceError for what a schedule cannot have. */
export function assign(
  { schedule, overrides }: ImportedSchedule,
  userOf: UserOf,
  index: number,
): AssignedSchedule | undefined {
  const layers = schedule.layers
    .map((layer) => ({ ...layer, users: layer.users.flatMap((person) => userOf(person) ?? []) }))
    .filter(({ users }) => users.length > 0);
  if (layers.length === 0) return undefined;
  const { name, time_zone: timeZone } = schedule;
  return {
    name,
    timeZone,
    layers: stored(name, timeZone, layers, index),
    overrides: overrides.flatMap(({ user_id: person, start, end }) => {
      const userId = userOf(person);
      return userId === undefined ? [] : [{ userId, startMs: Date.parse(start), endMs: Date.parse(end) }];
    }),
  };
}

/** The part of the report about a person who is left out. */
export function leftOut({ person, line, path }: MatchedPerson): ReportEntry {
  const why =
    'The person matches no member and is left out: the others of a layer take turns without them, and layers and overrides of no one else are dropped.';
  const place = line === undefined ? { path: path ?? '' } : { line };
  return { ...place, what: person, outcome: 'dropped', why };
}

/** The layers by the same rules as those of a request that creates a schedule. */
function stored(name: string, timeZone: string, bodies: readonly LayerBody[], index: number): StoredLayer[] {
  const layers = bodies.map((body) => ({
    name: body.name,
    users: [...body.users],
    rotationLength: body.rotation_length,
    startAt: timestampFromMs(Date.parse(body.start_at)),
    ...(body.end_at !== undefined && { endAt: timestampFromMs(Date.parse(body.end_at)) }),
    restrictions: (body.restrictions ?? []).map((restriction) => ({
      type: restriction.type,
      startTime: restriction.start_time,
      endTime: restriction.end_time,
      ...(restriction.start_day !== undefined && { startDay: restriction.start_day }),
      ...(restriction.end_day !== undefined && { endDay: restriction.end_day }),
    })),
  }));
  // People who match no member are no IDs, and may be longer.
  const checked = layers.map((layer) => ({ ...layer, users: layer.users.map(() => 'user') }));
  const violations = validate(
    SchedulesCreateRequestSchema,
    create(SchedulesCreateRequestSchema, { name, timeZone, layers: checked }),
  );
  const rename = (path: string): string => `schedules[${index}].${path}`;
  if (violations.length > 0) throw withPaths(invalidRequest(violations), rename);
  try {
    return checkedLayers(create(SchedulesCreateRequestSchema, { layers }).layers);
  } catch (error) {
    throw withPaths(error, rename);
  }
}
