import type { Anchor, Layer, Restriction } from '../resolver/index.js';
import { parseRotationLength } from './rotation-length.js';

/** A layer as it is stored: in the form of the API, with times in milliseconds since 1970. */
export interface StoredLayer {
  readonly name: string;
  readonly users: readonly string[];
  readonly rotationLength: string;
  readonly startMs: number;
  readonly endMs?: number;
  readonly handoffTime?: string;
  readonly restrictions: readonly StoredRestriction[];
  readonly concurrency: number;
  readonly anchor?: Anchor;
}

export interface StoredRestriction {
  readonly type: string;
  readonly startDay?: string;
  readonly startTime: string;
  readonly endDay?: string;
  readonly endTime: string;
}

const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const MINUTES_PER_DAY = 1440;

/** Converts a stored layer to the form that the resolver reads. */
export function toLayer({ rotationLength, handoffTime, restrictions, ...layer }: StoredLayer): Layer {
  const length = parseRotationLength(rotationLength);
  if (!length) throw new Error('a stored layer has an invalid rotation length');
  return {
    ...layer,
    length,
    restrictions: restrictions.map(toRestriction),
    ...(handoffTime !== undefined && { handoffMinute: minuteOfDay(handoffTime) }),
  };
}

function toRestriction({ type, startDay = '', startTime, endDay = '', endTime }: StoredRestriction): Restriction {
  const periodDays = type === 'weekly' ? 7 : 1;
  const dayIndex = (name: string): number => (periodDays === 7 ? DAYS.indexOf(name) : 0);
  const startMinute = dayIndex(startDay) * MINUTES_PER_DAY + minuteOfDay(startTime);
  const endMinute = dayIndex(endDay) * MINUTES_PER_DAY + minuteOfDay(endTime);
  const period = periodDays * MINUTES_PER_DAY;
  const duration = (endMinute - startMinute + period) % period;
  return { periodDays, startMinute, durationMinutes: duration === 0 ? period : duration };
}

function minuteOfDay(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}
