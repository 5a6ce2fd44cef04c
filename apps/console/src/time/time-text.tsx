import { useContext } from 'react';
import { formatDateTime, formatTime, toMs, type Instant, type Precision } from './format.js';
import { ZoneContext } from './zone-context.js';
import { describeOffset, viewerZone } from './zone.js';

/** A time in the zone that is shown. Its title has the exact time in UTC, in that zone and in the zone of the browser. */
export function TimeText({
  at,
  precision = 'second',
  form = 'date-time',
}: {
  readonly at: Instant;
  readonly precision?: Precision;
  /** Rows of one day need no date. */
  readonly form?: 'date-time' | 'time';
}) {
  const zone = useContext(ZoneContext);
  const ms = toMs(at);
  if (Number.isNaN(ms)) return 'invalid time';
  const shown = form === 'time' ? formatTime(at, zone, precision) : formatDateTime(at, zone, { precision });
  const zones = [...new Set(['UTC', zone, viewerZone()])];
  const title = zones.map((name) => describe(at, ms, name)).join('\n');
  return (
    <time dateTime={typeof at === 'string' ? at : new Date(ms).toISOString()} title={title}>
      {shown}
    </time>
  );
}

function describe(at: Instant, ms: number, zone: string): string {
  const time = formatDateTime(at, zone, { precision: 'full' });
  return zone === 'UTC' ? `${time} UTC` : `${time} ${describeOffset(zone, ms)} (${zone})`;
}
