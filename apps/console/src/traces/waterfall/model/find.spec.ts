import assert from 'node:assert/strict';
import fc from 'fast-check';
import { buildTree } from './build-tree.js';
import { findSpans, nextHit } from './find.js';
import { anySpans, bushy, toTrace } from './testing/traces.js';

const find = (spans: Parameters<typeof toTrace>[0], text: string) =>
  findSpans(buildTree(toTrace(spans)), text, new AbortController().signal);

describe('search in a trace', () => {
  it('finds text in name, service and status in any case', async () => {
    const text = fc.constantFrom('select', 'ÄRGER', 'DB', 'error', ' get ', 'nothing', '');
    await fc.assert(
      fc.asyncProperty(anySpans, text, async (spans, wanted) => {
        const tree = buildTree(toTrace(spans));
        const low = wanted.trim().toLowerCase();
        const expected = [...tree.spans.entries()].flatMap(([node, each]) =>
          low !== '' && `${each?.name}\n${each?.service}\n${each?.status}`.toLowerCase().includes(low) ? [node] : [],
        );
        assert.deepEqual([...((await find(spans, wanted)) ?? [])], expected);
      }),
    );
  });

  it('finds a span by its ID, and goes through 50,000 spans', async () => {
    assert.deepEqual([...((await find(bushy(50_000, 4), '000000000000c34f')) ?? [])].length, 1);
    assert.equal((await find(bushy(50_000, 4), 'OPERATION 96'))?.length, 515);
  });

  it('gives nothing after it was aborted', async () => {
    const search = new AbortController();
    search.abort();
    assert.equal(await findSpans(buildTree(toTrace(bushy(100, 4))), 'operation', search.signal), undefined);
  });

  it('goes from any row to the next and previous hit, and around the ends', () => {
    const hits = Int32Array.of(2, 5, 9);
    assert.deepEqual(
      [-1, 2, 4, 9].map((node) => nextHit(hits, node, 1)),
      [0, 1, 1, 0],
    );
    assert.deepEqual(
      [2, 3, 9, 20].map((node) => nextHit(hits, node, -1)),
      [2, 0, 1, 2],
    );
    assert.equal(nextHit(new Int32Array(), 3, 1), -1);
  });
});
