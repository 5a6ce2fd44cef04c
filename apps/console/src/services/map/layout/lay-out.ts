import { assignLayers } from './assign-layers.js';
import { breakCycles } from './break-cycles.js';
import { toColumns } from './columns.js';
import type { Link } from './graph.js';
import { orderColumns } from './order-columns.js';
import { placeSlots } from './place-slots.js';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Where nodes and links are drawn, in pixels from the top left corner. */
export interface Layout {
  /** The top left corner of each node. */
  readonly corners: readonly Point[];
  /** The points of each link from its source to its target; none for a link from a node to itself. */
  readonly routes: readonly (readonly Point[])[];
  readonly width: number;
  readonly height: number;
}

/** The size of each node, and the least space between nodes, in pixels. */
export const NODE = { width: 176, height: 46, gapX: 112, gapY: 22 };
const BEND_HEIGHT = 14;
/** Columns of nodes without a link, if the others have fewer. */
const LEAST_COLUMNS = 4;

/**
 * Places nodes in columns so that links lead to the right, except for those that close a cycle. Nodes without a link stand below the
 * others. Takes a few milliseconds for hundreds of nodes, so that it needs no worker, which the policy of the console does not permit.
 */
export function layOut(count: number, links: readonly Link[]): Layout {
  const isLinked = new Uint8Array(count);
  for (const [from, to] of links) if (from !== to) isLinked.fill(1, from, from + 1).fill(1, to, to + 1);
  const linked = Array.from({ length: count }, (_, node) => node).filter((node) => isLinked[node] === 1);
  const positions = new Map(linked.map((node, nth) => [node, nth]));
  const inner = links.map<Link>(([from, to]) => [positions.get(from) ?? 0, positions.get(to) ?? 0]);
  const forward = breakCycles(linked.length, inner);
  const layers = assignLayers(linked.length, forward);
  const columns = toColumns(layers, forward);
  orderColumns(columns);
  const centers = placeSlots(columns, (slot) => (slot < linked.length ? NODE.height + NODE.gapY : BEND_HEIGHT));
  const halfOf = (slot: number): number => (slot < linked.length ? NODE.height : BEND_HEIGHT) / 2;
  const top = centers.reduce((least, center, slot) => Math.min(least, center - halfOf(slot)), Infinity);
  const pitch = NODE.width + NODE.gapX;
  const corners: Point[] = Array.from({ length: count }, () => ({ x: 0, y: 0 }));
  linked.forEach((node, nth) => {
    corners[node] = { x: (layers[nth] ?? 0) * pitch, y: (centers[nth] ?? 0) - NODE.height / 2 - top };
  });
  const bottom = centers.reduce((most, center, slot) => Math.max(most, center + halfOf(slot) + NODE.gapY - top), 0);
  const perRow = Math.max(columns.columns.length, LEAST_COLUMNS);
  const alone = Array.from({ length: count }, (_, node) => node).filter((node) => isLinked[node] !== 1);
  alone.forEach((node, nth) => {
    const row = Math.floor(nth / perRow);
    corners[node] = { x: (nth % perRow) * pitch, y: bottom + row * (NODE.height + NODE.gapY) };
  });
  const routes = links.map(([from, to], nth) => {
    if (from === to) return [];
    const isReversed = forward[nth]?.[0] !== inner[nth]?.[0];
    const [left, right] = isReversed ? [corners[to], corners[from]] : [corners[from], corners[to]];
    const first = layers[forward[nth]?.[0] ?? 0] ?? 0;
    const bends = (columns.bends[nth] ?? []).flatMap((slot, at) => {
      const [x, y] = [(first + 1 + at) * pitch, (centers[slot] ?? 0) - top];
      return [
        { x, y },
        { x: x + NODE.width, y },
      ];
    });
    const ends = [toPort(left, NODE.width), toPort(right, 0)] as const;
    const points = [ends[0], ...bends, ends[1]];
    return isReversed ? points.toReversed() : points;
  });
  let [width, height] = [0, 0];
  for (const points of [corners, ...routes])
    for (const { x, y } of points) [width, height] = [Math.max(width, x), Math.max(height, y)];
  return { corners, routes, width: width + NODE.width, height: height + NODE.height };
}

function toPort(corner: Point | undefined, dx: number): Point {
  return { x: (corner?.x ?? 0) + dx, y: (corner?.y ?? 0) + NODE.height / 2 };
}
