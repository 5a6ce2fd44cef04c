import assert from 'node:assert/strict';
import type { SpanOutline } from '../../../gen/api.js';
import { costOf } from '../../../testing/cost-of.js';
import { buildTree } from './build-tree.js';
import { findSteps } from './find.js';
import { sumSpans } from './sums.js';
import { bushy, chain, toTrace } from './testing/traces.js';
import { VisibleRows } from './visible-rows.js';

const SPANS = 50_000;
const BUILD_MS = 200;
const CHANGE_MS = 20;

const shapes: readonly { readonly name: string; readonly spans: readonly SpanOutline[] }[] = [
  { name: 'a chain', spans: chain(SPANS) },
  { name: 'a bushy tree', spans: bushy(SPANS, 6) },
  { name: 'siblings', spans: bushy(SPANS, SPANS) },
  { name: 'orphans', spans: bushy(SPANS, 6).map((span) => ({ ...span, parent: `missing ${span.id}` })) },
  { name: 'a cycle', spans: chain(SPANS).map((span) => ({ ...span, parent: span.parent ?? String(SPANS - 1) })) },
];

describe.each(shapes)('50,000 spans, $name', ({ spans }) => {
  const tree = buildTree(toTrace(spans));

  it('are built within 200 ms', () => {
    const ms = costOf(() => buildTree(toTrace(spans)));
    assert.ok(ms < BUILD_MS, `${ms} ms`);
  });

  it('are collapsed and expanded within 20 ms each', () => {
    const rows = new VisibleRows(tree);
    for (const change of [
      () => rows.setCollapsed(0, !rows.isCollapsed(0)),
      () => rows.setAllCollapsed(true),
      () => rows.setAllCollapsed(false),
      () => rows.reveal(tree.length - 1),
    ]) {
      const ms = costOf(change);
      assert.ok(ms < CHANGE_MS, `${change.toString()}: ${ms} ms`);
    }
  });

  it('are summed within 20 ms, and a step of the search takes less', () => {
    const sums = costOf(() => sumSpans(tree, tree.byStart));
    assert.ok(sums < CHANGE_MS, `sums: ${sums} ms`);
    const step = costOf(() => findSteps(tree, 'no such text').next());
    assert.ok(step < CHANGE_MS, `search: ${step} ms`);
  });
});
