import { parseInstant } from '@svc/contract';
import { invalidField } from '@svc/service-error';

/** Times of ISO 8601 as senders write them: seconds and zone may be absent, and the zone may have no colon. */
const ISO_8601 = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d)(:\d\d)?(?:[.,](\d{1,30}))? ?(?:([Zz])|([+-]\d\d)(?::?(\d\d))?)?$/;
const LONGEST = 80;

/**
 * A time in ISO 8601; undefined without one. Senders in Go write the year 1 for a time that is not known, so times before 1970 are none.
 *
 * @throws ServiceError invalid_request that names the field.
 */
export function readTime(value: unknown, path: string): Date | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  const time = typeof value === 'string' && value.length <= LONGEST ? parseTime(value) : undefined;
  if (time === undefined) throw invalidField(path, 'must be a time such as 2026-01-31T09:30:00Z');
  return time > 0 ? new Date(time) : undefined;
}

/** Milliseconds since 1970; undefined for what is no time. */
function parseTime(text: string): number | undefined {
  const match = ISO_8601.exec(text);
  if (!match) return undefined;
  const [, date, minutes, seconds = ':00', fraction = '', utc, hours = '+00', rest = '00'] = match;
  const zone = utc === undefined ? `${hours}:${rest}` : 'Z';
  const instant = parseInstant(`${date}T${minutes}${seconds}${fraction === '' ? '' : `.${fraction}`}${zone}`);
  return instant && Number(instant.seconds) * 1000 + Math.trunc(instant.nanos / 1e6);
}
