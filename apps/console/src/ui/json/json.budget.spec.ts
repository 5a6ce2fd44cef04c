import assert from 'node:assert/strict';
import { costOf } from '../../testing/cost-of.js';
import { STEP, toRows, type Row } from './flatten.js';
import { fitsTree } from './limits.js';
import { printJson } from './print.js';

const LIST = Array.from({ length: 1_000_000 }, (_, index) => index);
const TABLE = Object.fromEntries(LIST.slice(0, 1000).map((row) => [`row${row}`, LIST.slice(0, 1000)]));

describe('the cost of a million nodes', () => {
  it('opens the root in less than 20 ms, with one step of rows', () => {
    toRows([1]);
    for (const value of [LIST, TABLE]) {
      let rows: readonly Row[] = [];
      const cost = costOf(() => (rows = toRows(value)));
      assert.ok(cost < 20, `${cost} ms`);
      assert.ok(rows.length <= STEP + 2);
    }
  });

  it('decides on a tree and prints the beginning in less than 20 ms', () => {
    for (const value of [LIST, TABLE]) {
      const cost = costOf(() => {
        assert.equal(fitsTree(value), false);
        assert.equal(printJson(value, { limit: 20_000 }).length, 20_000);
      });
      assert.ok(cost < 20, `${cost} ms`);
    }
  });
});
