import { formatDateTime } from './format.js';
import { parseLocal } from './parse-local.js';
import { describePoint, parsePoint, parseSpan } from './point.js';
import { describeOffset, offsetAt } from './zone.js';

/** The meaning of a typed end of a range. */
export interface TypedPoint {
  /** The text for the address. */
  readonly text: string;
  readonly ms: number;
  /** The time as it was understood, in the zone that is shown. */
  readonly meaning: string;
  readonly note?: string;
}

/** Reads one end of a range as a user types it: `now`, `-15m`, `15m`, or a time in the zone that is shown. */
export function readTyped(typed: string, zone: string, nowMs: number): TypedPoint | undefined {
  const text = typed.trim();
  const span = [text.toLowerCase(), `-${text.toLowerCase()}`].find((candidate) => parseSpan(candidate) !== undefined);
  if (span !== undefined) {
    const ms = parsePoint(span, nowMs) ?? nowMs;
    return {
      text: span,
      ms,
      meaning: `${describePoint(span, zone, nowMs)}${span === 'now' ? '' : ', moves with the time'}`,
    };
  }
  const reading = parseLocal(text, zone, nowMs);
  if (reading === undefined) return undefined;
  const iso = new Date(reading.ms).toISOString().replace('.000Z', 'Z');
  const meaning = `${describePoint(iso, zone, nowMs)} ${describeOffset(zone, reading.ms)}`;
  return { text: iso, ms: reading.ms, meaning, ...(reading.note !== undefined && { note: reading.note }) };
}

/**
 * The text of one end of a range to edit: spans as they are, times in the zone that is shown. It means the same instant when it is read,
 * so the later of two instants that are shown alike has its offset.
 */
export function toTyped(point: string, zone: string, nowMs: number): string {
  const ms = parseSpan(point) ? undefined : parsePoint(point, nowMs);
  if (ms === undefined) return point;
  const texts = [
    describePoint(point, zone, nowMs),
    formatDateTime(ms, zone, { precision: 'millisecond', nowMs }),
    withOffset(ms, zone),
  ];
  return texts.find((text) => parseLocal(text, zone, nowMs)?.ms === ms) ?? point;
}

/** RFC 3339 with the offset of the zone. */
function withOffset(ms: number, zone: string): string {
  const offset = offsetAt(zone, ms);
  const minutes = Math.abs(Math.round(offset / 60_000));
  const two = (count: number): string => String(count).padStart(2, '0');
  const wall = new Date(ms + offset).toISOString().replace(/(\.000)?Z$/, '');
  return `${wall}${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
