import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import type { ScheduleWarningSchema } from '@svc/contract';
import type { Members } from '../members.repository.js';
import type { Duty } from '../resolver/index.js';

/** A warning about a user of a schedule. */
export type Warning = MessageInitShape<typeof ScheduleWarningSchema>;

/** A warning for each user with a duty who is no longer a member, with the first time. */
export function departures(duties: readonly Duty[], members: Members): Warning[] {
  return Array.from(firstDuties(duties), ([userId, start]) => ({ userId, start })).flatMap(({ userId, start }) => {
    if (members.has(userId)) return [];
    const time = new Date(start).toISOString();
    const summary = `The user ${userId} is no longer a member, and not on duty from ${time}.`;
    return [{ kind: 'member_left', userId, at: timestampFromMs(start), summary }];
  });
}

/** The start of the first duty of each user in milliseconds. */
export function firstDuties(duties: readonly Duty[]): ReadonlyMap<string, number> {
  const first = new Map<string, number>();
  for (const { userId, start } of duties) first.set(userId, Math.min(start, first.get(userId) ?? Infinity));
  return first;
}
