import type { Columns } from './columns.js';
import { toNeighbors } from './graph.js';

const SWEEPS = 8;

/** Sorts the slots of each column by the mean place of what they are connected with, to the right and back, so that fewer lines cross. */
export function orderColumns({ columns, slotCount, segments }: Columns): void {
  const before = toNeighbors(slotCount, segments, 'in');
  const after = toNeighbors(slotCount, segments, 'out');
  const places = new Float64Array(slotCount);
  const wishes = new Float64Array(slotCount);
  const note = (slots: readonly number[]): void => {
    for (let nth = 0; nth < slots.length; nth++) places[slots[nth] ?? 0] = (nth + 0.5) / slots.length;
  };
  columns.forEach(note);
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const isForward = sweep % 2 === 0;
    for (const slots of isForward ? columns : columns.toReversed()) {
      for (const slot of slots) wishes[slot] = meanOf(places, (isForward ? before : after)[slot], slot);
      slots.sort((a, b) => (wishes[a] ?? 0) - (wishes[b] ?? 0));
      note(slots);
    }
  }
}

/** The mean of these slots' values; that of the slot itself if there are none. */
export function meanOf(values: Float64Array, slots: readonly number[] | undefined, slot: number): number {
  if (slots === undefined || slots.length === 0) return values[slot] ?? 0;
  let sum = 0;
  for (let nth = 0; nth < slots.length; nth++) sum += values[slots[nth] ?? 0] ?? 0;
  return sum / slots.length;
}
