import assert from 'node:assert/strict';
import { fromJson, type JsonValue } from '@bufbuild/protobuf';
import { SchedulesCreateRequestSchema } from '@svc/contract';
import {
  translateSchedules,
  type ImportedSchedule,
  type ScheduleFormat,
  type ScheduleImport,
} from '@svc/schedule-import';
import { Temporal } from 'temporal-polyfill';
import { plan, type Interval, type Override, type Shift } from '../resolver/index.js';
import { checkedLayers } from '../schedules/layer.rules.js';
import { toLayer } from '../schedules/stored-layer.js';

export const DAY_MS = 86_400_000;
export const STEP_MS = 15 * 60_000;
export const NOW_MS = Date.parse('2026-03-02T12:00:00Z');
const LIMITS = { nowMs: NOW_MS, maxBytes: 1_000_000, maxItems: 20_000 };

/** Names of the people on duty at a time, sorted. */
export type OnDuty = (ms: number) => string[];

/** Resolves all schedules of an import together, as a level of a policy that names them does. */
function ours(format: ScheduleFormat, source: unknown, span: Interval): OnDuty {
  const plans = imported(format, source).schedules.map((schedule) => resolve(schedule, span));
  const places = plans.map(() => 0);
  // Times are asked for in their order.
  return (ms) =>
    unique(
      plans.flatMap((shifts, index) => {
        let place = places[index] ?? 0;
        while ((shifts[place]?.end ?? Infinity) <= ms) place++;
        places[index] = place;
        const shift = shifts[place];
        return shift && shift.start <= ms ? shift.users : [];
      }),
    );
}

function resolve({ schedule, overrides }: ImportedSchedule, span: Interval): readonly Shift[] {
  const request = fromJson(SchedulesCreateRequestSchema, JSON.parse(JSON.stringify(schedule)) as JsonValue);
  const created = overrides.map(({ user_id, start, end }, index): Override => ({
    id: String(index),
    userId: user_id,
    start: Date.parse(start),
    end: Date.parse(end),
    createdMs: index,
  }));
  const layers = checkedLayers(request.layers).map(toLayer);
  return plan({ timeZone: request.timeZone, layers }, created, span).shifts;
}

/** Compares who is on duty in some weeks. */
export function agree(
  format: ScheduleFormat,
  source: unknown,
  expected: OnDuty,
  weeks = 9,
  startMs = NOW_MS,
  stepMs = STEP_MS,
): void {
  const span = { start: startMs, end: startMs + weeks * 7 * DAY_MS };
  const found = ours(format, source, span);
  for (let at = span.start; at < span.end; at += stepMs) {
    const [actual, wanted] = [found(at), unique(expected(at))];
    if (actual.join() !== wanted.join()) assert.deepEqual(actual, wanted, new Date(at).toISOString());
  }
}

/** Whether an import leaves parts out because a schedule of ours has no room for them. */
export function isTooLarge(format: ScheduleFormat, source: unknown): boolean {
  return imported(format, source).report.some(({ outcome, why }) => outcome === 'dropped' && why.includes('at most'));
}

function imported(format: ScheduleFormat, source: unknown): ScheduleImport {
  const text = typeof source === 'string' ? source : JSON.stringify(source);
  return translateSchedules(format, Buffer.from(text), LIMITS);
}

function unique(people: readonly string[]): string[] {
  return [...new Set(people)].sort();
}

/** Local time as a count of minutes since Monday 2001-01-01 00:00, by the clocks alone. */
export function localMinutes(ms: number, zone: string): number {
  const key = `${ms} ${zone}`;
  const found = known.get(key) ?? countMinutes(ms, zone);
  known.set(key, found);
  return found;
}

const known = new Map<string, number>();

function countMinutes(ms: number, zone: string): number {
  const local = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone).toPlainDateTime();
  return Temporal.PlainDateTime.from('2001-01-01T00:00').until(local, { largestUnit: 'minutes' }).minutes;
}

export const WEEK = 7 * 1_440;
export const modulo = (value: number, divisor: number): number => ((value % divisor) + divisor) % divisor;
export const inWindows = (
  minutes: number,
  windows: readonly (readonly [start: number, length: number, period: number])[],
) => windows.length === 0 || windows.some(([start, length, period]) => modulo(minutes - start, period) < length);
