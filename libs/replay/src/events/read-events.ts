import type { JsonValue } from '@svc/redaction';
import { invalidField } from '@svc/service-error';
import { isObject, type RecordedEvent } from './event.js';

/** Events of one request. */
export const MAX_EVENTS = 20_000;
/** Times that no browser has: before 2000, and after 2100. */
const TIMES = { first: 946_684_800_000, last: 4_102_444_800_000 } as const;
const MAX_TYPE = 255;

/** Checks the number of events, which precedes any work for each of them. @throws ServiceError invalid_request. */
export function checkCount(values: JsonValue | undefined): readonly JsonValue[] {
  if (!Array.isArray(values)) throw invalidField('events', 'must be an array of events of rrweb');
  if (values.length === 0 || values.length > MAX_EVENTS)
    throw invalidField('events', `must hold 1 to ${MAX_EVENTS} events`);
  return values;
}

/**
 * Checks that values are events of rrweb. Events of types that are not known pass, because rrweb adds some.
 *
 * @throws ServiceError invalid_request that names the first field that is wrong.
 */
export function checkEvents(values: readonly JsonValue[]): RecordedEvent[] {
  return values.map((value, index) => {
    const path = `events[${index}]`;
    if (!isObject(value))
      throw invalidField(path, 'must be an event of rrweb: an object with type, data and timestamp');
    const { type, timestamp, data } = value;
    if (!Number.isInteger(type) || Number(type) < 0 || Number(type) > MAX_TYPE)
      throw invalidField(`${path}.type`, 'must be the number of a type of events of rrweb');
    if (typeof timestamp !== 'number' || !(timestamp >= TIMES.first && timestamp <= TIMES.last))
      throw invalidField(`${path}.timestamp`, 'must be a time in milliseconds since 1970');
    if (data !== undefined && data !== null && !isObject(data)) throw invalidField(`${path}.data`, 'must be an object');
    return value as unknown as RecordedEvent;
  });
}
