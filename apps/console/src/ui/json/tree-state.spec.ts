import assert from 'node:assert/strict';
import fc from 'fast-check';
import { findInJson } from './limits.js';
import { pathOf } from './node.js';
import { reduceTree, startTree, type TreeEvent, type TreeState } from './tree-state.js';

const KEYS = ['ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'Enter', ' ', 'x'];

function run(value: unknown, ...events: TreeEvent[]): TreeState {
  return events.reduce(reduceTree, startTree(value));
}

describe('the state of a tree', () => {
  it('has one active line that exists, whatever is pressed', () => {
    const keys = fc.array(fc.constantFrom(...KEYS), { maxLength: 60 });
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), keys, (value, pressed) => {
        const { rows, active } = run(value, ...pressed.map((key) => ({ kind: 'press', key }) as const));
        assert.ok(rows[active] !== undefined);
      }),
    );
  });

  it('goes to what a search finds, in closed values and after steps of 200', () => {
    const value = { list: Array.from({ length: 950 }, (_, index) => ({ error: index === 700 ? 'declined' : null })) };
    const [path = []] = findInJson(value, 'declined');
    const { rows, active } = run(value, { kind: 'go', path });
    assert.deepEqual(pathOf(rows[active]?.node ?? assert.fail()), ['list', 700, 'error']);
    assert.deepEqual(run(value, { kind: 'go', path: ['none'] }), startTree(value));
  });

  it('keeps the lines that an event does not change', () => {
    const before = run({ a: { b: 1 }, c: 2 });
    const after = reduceTree(before, { kind: 'act', row: before.rows[1] ?? assert.fail() });
    assert.equal(after.active, 1);
    assert.equal(after.rows[0], before.rows[0]);
    assert.equal(after.rows.at(-1), before.rows.at(-1));
    assert.equal(reduceTree(after, { kind: 'show', value: before.value }), after);
    assert.equal(reduceTree(after, { kind: 'show', value: [] }).rows.length, 1);
  });
});
