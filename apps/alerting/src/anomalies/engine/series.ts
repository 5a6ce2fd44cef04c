import { createHash } from 'node:crypto';
import type { Direction, Track } from '../detection/index.js';

export type Labels = Readonly<Record<string, string>>;

/** Lifecycle state of a series by direction; empty while all is normal. */
export type Memory = Partial<Readonly<Record<Direction, Track>>>;

/** A series that a detector watches. */
export interface Series {
  /** Number that identifies the labels of the series in measurements. */
  readonly number: number;
  readonly labels: Labels;
  /** End of the earliest window in which it is known: before it, that nothing was measured says nothing. */
  readonly firstEnd: number;
  /** End of a window in which it was measured; up to a day old. */
  readonly lastEnd: number;
  readonly memory: Memory;
}

/** The text of labels, whatever their order. */
export function labelsKey(labels: Labels): string {
  return JSON.stringify(Object.entries(labels).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** Derived from the labels, so that a series that returns has its history. */
export function seriesNumber(labels: Labels): number {
  return createHash('sha256').update(labelsKey(labels)).digest().readUInt32BE() >>> 1;
}

/** Identifies what happens to a series in one direction, whenever it happens. */
export function occurrenceKey(detector: string, labels: Labels, direction: Direction): string {
  return createHash('sha256')
    .update(JSON.stringify([detector, direction, labelsKey(labels)]))
    .digest('hex');
}
