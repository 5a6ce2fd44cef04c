import assert from 'node:assert/strict';
import fc from 'fast-check';
import { buildTree } from './build-tree.js';
import { anySpans, chain, toTrace } from './testing/traces.js';
import { VisibleRows } from './visible-rows.js';

const toRows = (rows: VisibleRows): number[] => Array.from({ length: rows.length }, (_, row) => rows.nodeAt(row));

describe('VisibleRows', () => {
  it('hides the descendants of collapsed nodes after any sequence of changes', () => {
    const changes = fc.array(fc.tuple(fc.nat(60), fc.constantFrom('collapse', 'expand', 'reveal', 'all', 'none')));
    fc.assert(
      fc.property(anySpans, changes, (spans, steps) => {
        const tree = buildTree(toTrace(spans));
        const rows = new VisibleRows(tree);
        for (const [at, step] of steps) {
          const node = tree.length === 0 ? 0 : at % tree.length;
          if (step === 'collapse' || step === 'expand') rows.setCollapsed(node, step === 'collapse');
          else if (step === 'reveal') rows.reveal(node);
          else rows.setAllCollapsed(step === 'all');
          const isHidden = (each: number): boolean => {
            const above = tree.parent[each] ?? -1;
            return above >= 0 && (rows.isCollapsed(above) || isHidden(above));
          };
          const expected = [...tree.parent.keys()].filter((each) => !isHidden(each));
          assert.deepEqual(toRows(rows), expected);
          for (const each of tree.parent.keys()) assert.equal(rows.rowOf(each), expected.indexOf(each));
          if (step === 'reveal' && tree.length > 0) assert.ok(rows.rowOf(node) >= 0);
        }
      }),
    );
  });

  it('answers with the closest visible ancestor of a hidden node', () => {
    const rows = new VisibleRows(buildTree(toTrace(chain(10))));
    rows.setCollapsed(3, true);
    assert.deepEqual([rows.length, rows.closestRow(9), rows.rowOf(9), rows.nodeAt(4)], [4, 3, -1, -1]);
  });
});
