import assert from 'node:assert/strict';
import fc from 'fast-check';
import { formatExact } from '../../api/parse-exact.js';
import { parentIndex, reveal, showMore, STEP, toggle, toRows, type Row } from './flatten.js';
import { fitsTree, findEncoded, findInJson, MAX_NODES, MAX_UNITS } from './limits.js';
import { pathOf } from './node.js';
import { printJson } from './print.js';

function valueAt(value: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce((item, key) => (item as Readonly<Record<string | number, unknown>>)[key], value);
}

/** Opens everything, row by row. */
function openAll(value: unknown): readonly Row[] {
  let rows = toRows(value);
  for (let index = 0; index < rows.length; index++) {
    const row = rows[index];
    if (row?.kind === 'more') rows = showMore(rows, index--);
    else if (row?.open === false) rows = toggle(rows, index);
  }
  return rows;
}

/** Every path of a value, in the order of its text: a naive oracle. */
function allPaths(value: unknown, path: readonly (string | number)[] = []): (readonly (string | number)[])[] {
  const children = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(typeof value === 'object' && value !== null ? value : {});
  return [path, ...children.flatMap(([key, child]) => allPaths(child, [...path, key]))];
}

function nest(depth: number): unknown {
  let value: unknown = 'end';
  for (let level = 0; level < depth; level++) value = [value];
  return value;
}

const json = fc.jsonValue({ maxDepth: 4 });

describe('trees of JSON', () => {
  it('shows every value once and in order when all is open, and only the root when it is closed', () => {
    fc.assert(
      fc.property(json, (value) => {
        const rows = openAll(value);
        assert.deepEqual(
          rows.map(({ node }) => pathOf(node)),
          allPaths(value),
        );
        for (const { node } of rows) assert.ok(Object.is(node.value, valueAt(value, pathOf(node))));
        const [root] = rows;
        if (root?.kind === 'value' && root.open) assert.equal(toggle(rows, 0).length, 1);
      }),
    );
  });

  it('knows the row of the parent, and reveals the row of a path', () => {
    fc.assert(
      fc.property(json, fc.nat(), (value, pick) => {
        const paths = allPaths(value);
        const path = paths[pick % paths.length] ?? [];
        const [rows, index] = reveal(toRows(value), path);
        const row = rows[index] ?? assert.fail();
        assert.deepEqual(pathOf(row.node), path);
        const parent = rows[parentIndex(rows, index)];
        assert.equal(parent?.node, row.node.parent);
      }),
    );
    assert.equal(reveal(toRows({ a: [1] }), ['a', 1])[1], -1);
    assert.equal(reveal(toRows({ a: [1] }), ['b'])[1], -1);
  });

  it('shows 200 children a step', () => {
    const rows = toRows(Array.from({ length: 12_345 }, (_, index) => index));
    assert.equal(rows.length, 1 + STEP + 1);
    assert.deepEqual(rows.at(-1), { kind: 'more', node: rows[0]?.node, shown: 200 });
    const more = showMore(rows, rows.length - 1);
    assert.equal(more.length, 1 + 2 * STEP + 1);
    const [revealed, index] = reveal(rows, [1000]);
    assert.equal(revealed[index]?.node.value, 1000);
    assert.equal(revealed.at(-1)?.kind, 'more');
  });

  it('walks a depth of 100,000 without recursion', () => {
    const deep = nest(100_000);
    let rows = toRows(deep);
    for (let level = 1; level < 500; level++) rows = toggle(rows, level);
    assert.equal(rows.length, 501);
    assert.equal(rows.at(-1)?.node.depth, 500);
    assert.equal(toggle(rows, 0).length, 1);
    assert.equal(fitsTree(deep), false);
    assert.equal(printJson(deep, { indent: 0 }), `${'['.repeat(100_000)}"end"${']'.repeat(100_000)}`);
    assert.equal(printJson(deep, { limit: 20_000 }).length, 20_000);
  });
});

describe('texts of JSON', () => {
  it('are those of the platform, with exact integers', () => {
    fc.assert(fc.property(json, (value) => assert.equal(printJson(value), JSON.stringify(value, null, 2))));
    fc.assert(fc.property(json, (value) => assert.equal(printJson(value, { indent: 0 }), JSON.stringify(value))));
    const exact = { id: 2n ** 53n + 1n, list: [-(2n ** 63n)] };
    assert.equal(printJson(exact, { indent: 0 }), formatExact(exact));
  });

  it('stop at the limit', () => {
    fc.assert(
      fc.property(json, fc.nat({ max: 200 }), (value, limit) => {
        assert.equal(printJson(value, { limit }), JSON.stringify(value, null, 2).slice(0, limit));
      }),
    );
  });
});

describe('limits of JSON', () => {
  it('are 5,000 nodes and 512 KiB', () => {
    assert.equal(fitsTree(Array.from({ length: MAX_NODES - 1 }, () => 1)), true);
    assert.equal(fitsTree(Array.from({ length: MAX_NODES }, () => 1)), false);
    assert.equal(fitsTree('x'.repeat(MAX_UNITS)), true);
    assert.equal(fitsTree({ a: 'x'.repeat(MAX_UNITS) }), false);
  });

  it('makes a chip of long encoded texts only', () => {
    const bytes = Buffer.from(Array.from({ length: 300 }, (_, index) => (index * 89) % 256));
    assert.deepEqual(findEncoded(`data:image/png;base64,${bytes.toString('base64')}`), {
      type: 'image/png',
      bytes: 300,
    });
    assert.deepEqual(findEncoded(bytes.toString('base64')), { type: 'base64', bytes: 300 });
    assert.deepEqual(findEncoded(bytes.toString('base64url')), { type: 'base64', bytes: 300 });
    for (const text of [
      bytes.toString('hex'),
      'data:,x',
      bytes.subarray(0, 90).toString('base64'),
      `${'A b1'.repeat(99)}`,
      'x'.repeat(999),
    ])
      assert.equal(findEncoded(text), undefined);
  });

  it('finds names and values in the order of the text', () => {
    const value = { Error: { list: ['an error', 1, 12n, null] }, other: true };
    assert.deepEqual(findInJson(value, 'ERROR'), [['Error'], ['Error', 'list', 0]]);
    assert.deepEqual(findInJson(value, '12'), [['Error', 'list', 2]]);
    assert.deepEqual(findInJson(value, ''), []);
    assert.equal(
      findInJson(
        Array.from({ length: 900 }, () => 'x'),
        'x',
      ).length,
      500,
    );
  });
});
