import assert from 'node:assert/strict';
import fc from 'fast-check';
import { toStepRows, toVisibleRows } from './step-tree.js';

const step = (span_id: string, parent_span_id: string | undefined, offset_ms: number) => ({
  span_id,
  ...(parent_span_id !== undefined && { parent_span_id }),
  offset_ms,
});
const STEPS = [step('a', undefined, 0), step('c', 'b', 2), step('b', 'a', 1), step('d', 'a', 5), step('e', 'gone', 3)];

describe('the tree of the steps of a run', () => {
  it('has each step before those that it caused, by start', () => {
    assert.deepEqual(
      toStepRows(STEPS).map(({ step: { span_id: id }, depth, below }) => [id, depth, below]),
      [
        ['a', 0, 3],
        ['b', 1, 1],
        ['c', 2, 0],
        ['d', 1, 0],
        ['e', 0, 0],
      ],
    );
  });

  it('hides what is below closed steps', () => {
    const visible = (closed: readonly string[]) =>
      toVisibleRows(toStepRows(STEPS), new Set(closed)).map(({ step: { span_id: id } }) => id);
    assert.deepEqual(visible(['b']), ['a', 'b', 'd', 'e']);
    assert.deepEqual(visible(['a']), ['a', 'e']);
    assert.deepEqual(visible([]), ['a', 'b', 'c', 'd', 'e']);
  });

  it('has every step once, whatever names which parent', () => {
    const id = fc.integer({ min: 0, max: 9 }).map(String);
    const steps = fc.uniqueArray(fc.tuple(id, fc.option(id, { nil: undefined }), fc.nat()), {
      selector: ([own]) => own,
    });
    fc.assert(
      fc.property(steps, (all) => {
        const rows = toStepRows(all.map(([own, parent, offset]) => step(own, parent, offset)));
        assert.deepEqual(rows.map((row) => row.step.span_id).toSorted(), all.map(([own]) => own).toSorted());
        for (const [index, { depth, below }] of rows.entries()) {
          const inside = rows.slice(index + 1, index + 1 + below);
          assert.ok(inside.every((row) => row.depth > depth));
          assert.ok((rows[index + 1 + below]?.depth ?? 0) <= depth);
        }
      }),
    );
  });
});
