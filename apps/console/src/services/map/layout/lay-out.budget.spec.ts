import assert from 'node:assert/strict';
import { costOf } from '../../../testing/cost-of.js';
import type { Link } from './graph.js';
import { layOut } from './lay-out.js';

const NODES = 300;
/** A frame of the slowest screens, with half of it left for drawing. */
const BUDGET_MS = 20;

/** Links to nodes with higher numbers, spread without chance. */
function spreadLinks(count: number, reach: number): readonly Link[] {
  return Array.from({ length: count }, (_, nth) => {
    const from = (nth * 7919) % (NODES - 1);
    return [from, Math.min(NODES - 1, from + 1 + ((nth * 104_729) % reach))];
  });
}

const SHAPES: readonly (readonly [name: string, links: readonly Link[]])[] = [
  ['600 links', spreadLinks(600, 100)],
  ['1,000 short links', spreadLinks(1000, 12)],
  ['a star', Array.from({ length: NODES - 1 }, (_, nth): Link => [0, nth + 1])],
  ['a chain', Array.from({ length: NODES - 1 }, (_, nth): Link => [nth, nth + 1])],
  ['a ring with shortcuts', Array.from({ length: NODES }, (_, nth): Link => [nth, (nth * 17 + 1) % NODES])],
];

describe('the layout of a map of 300 nodes', () => {
  it.each(SHAPES)(`takes less than ${BUDGET_MS} ms for %s`, (_name, links) => {
    const ms = costOf(() => layOut(NODES, links));
    assert.ok(ms < BUDGET_MS, `${ms} ms`);
  });
});
