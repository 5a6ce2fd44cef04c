import type { Report } from '../model/report.js';
import { readZone } from '../model/zone.js';
import { unescaped, type Component, type Property } from './lines.js';

const UTC_NAMES = new Set(['GMT', 'UTC', 'ETC/UTC', 'Z']);

/** Finds the IANA zones of the names that a calendar uses. */
export class CalendarZones {
  readonly #named = new Map<string, string>();

  constructor(
    calendar: Component,
    private readonly report: Report,
  ) {
    for (const zone of calendar.components.filter(({ name }) => name === 'VTIMEZONE')) {
      const id = valueOf(zone, 'TZID');
      const location = valueOf(zone, 'X-LIC-LOCATION');
      const found = [location, id].map((name) => tryZone(name ?? '')).find((name) => name !== undefined);
      if (id !== undefined && found !== undefined) this.#named.set(id, found);
    }
  }

  /** The zone of a property; that of the calendar for a time without a zone, or in a zone that is not known. */
  of(property: Property, fallback: string): string {
    const id = property.parameters.get('TZID');
    if (id === undefined) return fallback;
    const found = this.#named.get(id) ?? tryZone(id);
    if (found === undefined)
      this.report.add(
        property.line,
        'changed',
        `time zone ${id}`,
        `It has no IANA name, so its times are those of ${fallback}.`,
      );
    return found ?? fallback;
  }
}

/** The zone of the calendar, from what calendar programs write there. */
export function calendarZone(calendar: Component): string {
  const zones = calendar.components.filter(({ name }) => name === 'VTIMEZONE');
  const only = zones.length === 1 && zones[0] ? [valueOf(zones[0], 'X-LIC-LOCATION'), valueOf(zones[0], 'TZID')] : [];
  const names = [valueOf(calendar, 'X-WR-TIMEZONE'), ...only];
  return names.map((name) => tryZone(name ?? '')).find((name) => name !== undefined) ?? 'UTC';
}

function valueOf({ properties }: Component, name: string): string | undefined {
  const found = properties.find((property) => property.name === name);
  return found && unescaped(found.value);
}

/** Some programs put a path before the name: /example.org/20250101_1/Europe/Berlin. */
function tryZone(name: string): string | undefined {
  if (UTC_NAMES.has(name.toUpperCase())) return 'UTC';
  const parts = name.split('/').slice(-3);
  for (let length = parts.length; length > 0; length--) {
    const candidate = parts.slice(-length).join('/');
    if (candidate === '') continue;
    try {
      return readZone(candidate, 'TZID');
    } catch {
      // The next part of the path may be the name.
    }
  }
  return undefined;
}
