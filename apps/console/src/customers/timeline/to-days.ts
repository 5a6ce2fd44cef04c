import type { TimelineEntry } from '../../gen/api.js';
import { formatDay } from '../../time/format.js';

export interface Day {
  readonly label: string;
  readonly entries: readonly TimelineEntry[];
}

/** The entries by the day on which they were in the time zone, in the order in which they come. */
export function toDays(entries: readonly TimelineEntry[], zone: string, nowMs: number): readonly Day[] {
  const days: { label: string; entries: TimelineEntry[] }[] = [];
  for (const entry of entries) {
    const label = entry.timestamp === undefined ? 'No time' : formatDay(entry.timestamp, zone, nowMs);
    const last = days.at(-1);
    if (last?.label === label) last.entries.push(entry);
    else days.push({ label, entries: [entry] });
  }
  return days;
}
