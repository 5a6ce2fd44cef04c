import type { Columns } from './columns.js';
import { toNeighbors } from './graph.js';
import { meanOf } from './order-columns.js';

const SWEEPS = 8;

/** The vertical centre of each slot: as near to what it is connected with as the order and the heights of its column permit. */
export function placeSlots(
  { columns, slotCount, segments }: Columns,
  heightOf: (slot: number) => number,
): Float64Array {
  const before = toNeighbors(slotCount, segments, 'in');
  const after = toNeighbors(slotCount, segments, 'out');
  const both = before.map((slots, slot) => [...slots, ...(after[slot] ?? [])]);
  const placed = columns.map((slots) => ({ slots, offsets: toOffsets(slots.map(heightOf)) }));
  const centers = new Float64Array(slotCount);
  for (let sweep = 0; sweep <= SWEEPS; sweep++) {
    const isForward = sweep % 2 === 0;
    const neighbors = sweep === SWEEPS ? both : isForward ? before : after;
    for (const { slots, offsets } of isForward ? placed : placed.toReversed()) {
      const wishes = new Float64Array(slots.length);
      for (let nth = 0; nth < slots.length; nth++)
        wishes[nth] = meanOf(centers, neighbors[slots[nth] ?? 0], slots[nth] ?? 0);
      spread(wishes, offsets);
      for (let nth = 0; nth < slots.length; nth++) centers[slots[nth] ?? 0] = wishes[nth] ?? 0;
    }
  }
  return centers;
}

/** The distance of each centre from the first one, if boxes of these heights stand on each other. */
export function toOffsets(heights: readonly number[]): Float64Array {
  const offsets = new Float64Array(heights.length);
  for (let nth = 1; nth < heights.length; nth++)
    offsets[nth] = (offsets[nth - 1] ?? 0) + ((heights[nth - 1] ?? 0) + (heights[nth] ?? 0)) / 2;
  return offsets;
}

/**
 * Replaces the wished centres by the next ones, by the sum of squares, at which boxes with these offsets stand in their order without
 * touching: neighbours that would overlap are merged into blocks at the mean of their wishes.
 */
export function spread(wishes: Float64Array, offsets: Float64Array): void {
  // The blocks so far: their means and the number of boxes that end with each.
  const means = new Float64Array(wishes.length);
  const ends = new Int32Array(wishes.length);
  let count = 0;
  for (let nth = 0; nth < wishes.length; nth++) {
    let mean = (wishes[nth] ?? 0) - (offsets[nth] ?? 0);
    let size = 1;
    for (; count > 0 && (means[count - 1] ?? 0) > mean; count--) {
      const last = (ends[count - 1] ?? 0) - (count > 1 ? (ends[count - 2] ?? 0) : 0);
      mean = ((means[count - 1] ?? 0) * last + mean * size) / (last + size);
      size += last;
    }
    means[count] = mean;
    ends[count] = nth + 1;
    count++;
  }
  for (let block = 0, nth = 0; block < count; block++)
    for (; nth < (ends[block] ?? 0); nth++) wishes[nth] = (means[block] ?? 0) + (offsets[nth] ?? 0);
}
