import type { Link } from './graph.js';

/** Nodes, and bends of long links, by column. A slot below the number of nodes is that node; others are bends. */
export interface Columns {
  /** The slots of each column from top to bottom. */
  readonly columns: number[][];
  readonly slotCount: number;
  /** Links between slots of neighbouring columns, or of more distant ones where there are too many bends. */
  readonly segments: readonly Link[];
  /** The bends of each link from left to right. */
  readonly bends: readonly (readonly number[])[];
}

/** Bends of all links together; further links go straight to their target. */
const MAX_BENDS = 1500;

/** Puts a bend into every column that a link crosses, so that it has a place between the nodes. */
export function toColumns(layers: Int32Array, links: readonly Link[]): Columns {
  const count = layers.length;
  const columnCount = layers.reduce((most, layer) => Math.max(most, layer), -1) + 1;
  const columns: number[][] = Array.from({ length: columnCount }, () => []);
  layers.forEach((layer, node) => columns[layer]?.push(node));
  const segments: Link[] = [];
  let slotCount = count;
  const bends = links.map(([from, to]) => {
    const [first, last] = [layers[from] ?? 0, layers[to] ?? 0];
    const crossed = Math.max(0, last - first - 1);
    const own = slotCount - count + crossed > MAX_BENDS ? 0 : crossed;
    const slots = Array.from({ length: own }, (_, nth) => slotCount + nth);
    slots.forEach((slot, nth) => columns[first + 1 + nth]?.push(slot));
    slotCount += own;
    if (from !== to) [...slots, to].forEach((slot, nth) => segments.push([slots[nth - 1] ?? from, slot]));
    return slots;
  });
  return { columns, slotCount, segments, bends };
}
