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
  const centers = new Float64Array(slotCount);
  for (let sweep = 0; sweep <= SWEEPS; sweep++) {
    const isForward = sweep % 2 === 0;
    const neighbors = sweep === SWEEPS ? both : isForward ? before : after;
    for (const slots of isForward ? columns : columns.toReversed())
      spread(
        slots.map((slot) => meanOf(centers, neighbors[slot], slot)),
        slots.map(heightOf),
      ).forEach((center, nth) => {
        centers[slots[nth] ?? 0] = center;
      });
  }
  return centers;
}

/**
 * The centres next to the wished ones, by the sum of squares, at which boxes of these heights stand in their order without touching:
 * neighbours that would overlap are merged into blocks at the mean of their wishes.
 */
export function spread(wishes: readonly number[], heights: readonly number[]): readonly number[] {
  const offsets: number[] = [];
  heights.forEach((height, nth) =>
    offsets.push(nth === 0 ? 0 : (offsets[nth - 1] ?? 0) + ((heights[nth - 1] ?? 0) + height) / 2),
  );
  const blocks: { mean: number; size: number }[] = [];
  wishes.forEach((wish, nth) => {
    let block = { mean: wish - (offsets[nth] ?? 0), size: 1 };
    for (let last = blocks.at(-1); last !== undefined && last.mean > block.mean; last = blocks.at(-1)) {
      blocks.pop();
      const size = last.size + block.size;
      block = { mean: (last.mean * last.size + block.mean * block.size) / size, size };
    }
    blocks.push(block);
  });
  return blocks
    .flatMap(({ mean, size }) => Array.from({ length: size }, () => mean))
    .map((mean, nth) => mean + (offsets[nth] ?? 0));
}
