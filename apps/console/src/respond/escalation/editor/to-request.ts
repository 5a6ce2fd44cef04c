import type { EscalationCreateRequest } from '../../../gen/api.js';
import { toMilliseconds } from '../../parts/durations.js';
import type { LevelDraft, PolicyDraft } from './draft.js';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** The policy of a draft. */
export function toRequest({ name, passes, ackTimeout, levels }: PolicyDraft): EscalationCreateRequest {
  return {
    name: name.trim(),
    levels: levels.map(({ delay, schedules, users, channels }, index) => ({
      level: index + 1,
      delay: delay.trim(),
      schedules,
      users,
      channels,
    })),
    max_escalations: Number(passes),
    ...(ackTimeout.trim() !== '' && { ack_timeout: ackTimeout.trim() }),
  };
}

/** The first reason why a draft is no policy yet; undefined if it can be sent. */
export function findFault({ name, passes, ackTimeout, levels }: PolicyDraft): string | undefined {
  if (name.trim() === '') return 'Type a name.';
  if (levels.length === 0) return 'Add a level.';
  for (const [index, level] of levels.entries()) {
    if (isEmpty(level)) return `Level ${index + 1} pages nobody: choose a schedule, a member or a channel.`;
    if (!isBetween(level.delay, MINUTE_MS, DAY_MS)) return `Level ${index + 1} waits from 1m to 24h.`;
  }
  if (!/^(?:[1-9]|1\d|20)$/.test(passes.trim())) return 'It goes through all levels 1 to 20 times.';
  if (ackTimeout.trim() !== '' && !isBetween(ackTimeout, MINUTE_MS, 7 * DAY_MS))
    return 'An acknowledgement holds from 1m to 7d.';
  return undefined;
}

/** Whether a level names no receiver. */
export function isEmpty({ schedules, users, channels }: LevelDraft): boolean {
  return schedules.length + users.length + channels.length === 0;
}

function isBetween(duration: string, min: number, max: number): boolean {
  const ms = toMilliseconds(duration.trim());
  return ms !== undefined && ms >= min && ms <= max;
}
