import { invalidField } from './service-error.js';

/**
 * The name of an IANA time zone in its usual case; UTC for an empty text. Zones with several names keep the given one, so that a client
 * reads what it wrote. Offsets such as +02:00 are refused, because no clock changes there.
 *
 * @throws ServiceError invalid_request at `path`.
 */
export function requireTimeZone(zone: string, path = 'time_zone'): string {
  try {
    if (/^[+-]/.test(zone)) throw new RangeError('an offset');
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: zone === '' ? 'UTC' : zone }).resolvedOptions();
    return zone === '' || timeZone.toLowerCase() === zone.toLowerCase() ? timeZone : zone;
  } catch {
    throw invalidField(path, 'must be an IANA time zone such as Europe/Berlin');
  }
}
