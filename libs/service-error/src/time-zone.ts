import { invalidField } from './service-error.js';

/**
 * The canonical name of an IANA time zone; UTC for an empty text. Offsets such as +02:00 are refused, because no clock changes there.
 *
 * @throws ServiceError invalid_request at `path`.
 */
export function requireTimeZone(zone: string, path = 'time_zone'): string {
  try {
    if (/^[+-]/.test(zone)) throw new RangeError('an offset');
    return new Intl.DateTimeFormat('en', { timeZone: zone === '' ? 'UTC' : zone }).resolvedOptions().timeZone;
  } catch {
    throw invalidField(path, 'must be an IANA time zone such as Europe/Berlin');
  }
}
