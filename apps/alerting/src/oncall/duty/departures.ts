import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import type { ScheduleWarningSchema } from '@svc/contract';
import type { Members } from '../members.repository.js';
import type { Duty } from '../resolver/index.js';

/** A warning for each user with a duty who is no longer a member, with the first time. */
export function departures(
  duties: readonly Duty[],
  members: Members,
): MessageInitShape<typeof ScheduleWarningSchema>[] {
  const first = new Map<string, number>();
  for (const { userId, start } of duties)
    if (!members.has(userId)) first.set(userId, Math.min(start, first.get(userId) ?? Infinity));
  return Array.from(first, ([userId, at]) => ({ kind: 'member_left', userId, at: timestampFromMs(at) }));
}
