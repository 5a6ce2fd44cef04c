import type { EscalationLevelInput } from '@svc/contract';
import { invalidField } from '@svc/service-error';
import { parseDelay } from './delay.js';

/** A level as it is stored, in the form of the API. */
export interface StoredLevel {
  readonly level: number;
  readonly delay: string;
  readonly channels: readonly string[];
  readonly users: readonly string[];
  readonly schedules: readonly string[];
}

export const DEFAULT_MAX_ESCALATIONS = 3;
const DEFAULT_DELAY = '5m';
const MIN_SECONDS = 60;
const MAX_DELAY_SECONDS = 86_400;
const MAX_ACK_TIMEOUT_SECONDS = 7 * 86_400;

/**
 * The levels of a request as they are stored. Whether their targets exist is checked elsewhere.
 *
 * @throws ServiceError invalid_request naming the field.
 */
export function checkedLevels(levels: readonly EscalationLevelInput[]): StoredLevel[] {
  return levels.map(({ level, delay, channels, users, schedules }, index) => {
    const path = `levels[${index}]`;
    if (level !== index + 1) throw invalidField(`${path}.level`, 'must be numbered from 1 in order');
    const stored = { level, delay: delay === '' ? DEFAULT_DELAY : delay, channels, users, schedules };
    if (!isWithin(stored.delay, MAX_DELAY_SECONDS))
      throw invalidField(`${path}.delay`, 'must be a duration such as 5m or 1h, from 1m to 24h');
    if (channels.length + users.length + schedules.length === 0)
      throw invalidField(path, 'must have at least one channel, user or schedule');
    return stored;
  });
}

/** @throws ServiceError invalid_request at ack_timeout. */
export function checkedAckTimeout(text: string | undefined): string | null {
  if (text === undefined || text === '') return null;
  if (!isWithin(text, MAX_ACK_TIMEOUT_SECONDS))
    throw invalidField('ack_timeout', 'must be a duration such as 30m or 2h, from 1m to 7d');
  return text;
}

function isWithin(text: string, maxSeconds: number): boolean {
  const seconds = parseDelay(text);
  return seconds !== undefined && seconds >= MIN_SECONDS && seconds <= maxSeconds;
}
