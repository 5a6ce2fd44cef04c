import type { Schedule, ScheduleLayer, ScheduleRestriction } from '../../../gen/api.js';
import { nextId } from '../../../ui/fields/next-id.js';
import { toLocal } from '../../parts/local-time.js';

export const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export type DayName = (typeof DAYS)[number];

/** A schedule as it is typed; times are those of its zone. */
export interface ScheduleDraft {
  readonly name: string;
  readonly zone: string;
  readonly layers: readonly LayerDraft[];
}

export interface LayerDraft {
  /** Names the block of the form. */
  readonly id: number;
  readonly name: string;
  /** IDs in the order of their turns. */
  readonly users: readonly string[];
  /** The length of a turn, such as `1w`. */
  readonly length: string;
  readonly start: string;
  /** Empty for a layer without end. */
  readonly end: string;
  /** Empty for the time of the start. */
  readonly handoff: string;
  readonly concurrency: string;
  readonly windows: readonly WindowDraft[];
}

export interface WindowDraft {
  readonly id: number;
  readonly type: 'daily' | 'weekly';
  readonly startDay: DayName;
  readonly startTime: string;
  readonly endDay: DayName;
  readonly endTime: string;
}

const DAY_MS = 86_400_000;

/** The form of a schedule as it is saved. */
export function toDraft({
  name,
  time_zone: zone,
  layers,
}: Pick<Schedule, 'name' | 'time_zone' | 'layers'>): ScheduleDraft {
  return { name, zone, layers: layers.map((layer) => toLayerDraft(layer, zone)) };
}

/** A new schedule with one layer, in which a user has all turns. */
export function newDraft(zone: string, nowMs: number, userId: string): ScheduleDraft {
  return { name: '', zone, layers: [{ ...newLayer(zone, nowMs, 1), users: [userId] }] };
}

/** A layer that begins today. @param nth its position, from 1. */
export function newLayer(zone: string, nowMs: number, nth: number): LayerDraft {
  const today = toLocal(nowMs, zone).slice(0, 10);
  return {
    id: nextId(),
    name: `Layer ${nth}`,
    users: [],
    length: '1w',
    start: `${today}T09:00`,
    end: '',
    handoff: '',
    concurrency: '1',
    windows: [],
  };
}

/** The nights, which is what most windows are for. */
export function newWindow(): WindowDraft {
  return toWindowDraft({ type: 'daily', start_time: '18:00', end_time: '09:00' });
}

function toLayerDraft(layer: ScheduleLayer, zone: string): LayerDraft {
  const { name, users, rotation_length: length, start_at: start, end_at: end, concurrency } = layer;
  return {
    id: nextId(),
    name,
    users,
    length,
    start: toText(start, zone),
    end: toText(end, zone),
    handoff: layer.handoff_time ?? '',
    concurrency: String(concurrency),
    windows: layer.restrictions.map(toWindowDraft),
  };
}

function toWindowDraft(window: ScheduleRestriction): WindowDraft {
  const { type, start_day: startDay, start_time: startTime, end_day: endDay, end_time: endTime } = window;
  return {
    id: nextId(),
    type: type === 'weekly' ? 'weekly' : 'daily',
    startDay: toDay(startDay, 'monday'),
    startTime,
    endDay: toDay(endDay, 'friday'),
    endTime,
  };
}

function toDay(day: string | undefined, fallback: DayName): DayName {
  return DAYS.find((known) => known === day) ?? fallback;
}

/** The text of a field for a time; empty without one. */
export function toText(at: string | undefined, zone: string): string {
  const ms = Date.parse(at ?? '');
  return Number.isNaN(ms) || Math.abs(ms) > 100_000 * DAY_MS ? '' : toLocal(ms, zone);
}
