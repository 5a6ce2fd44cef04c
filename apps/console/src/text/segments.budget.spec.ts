import assert from 'node:assert/strict';
import { costOf } from '../testing/cost-of.js';
import { parseAnsi } from './ansi.js';
import { splitText } from './segments.js';

describe('the cost of large texts', () => {
  it('shows the beginning of 2 MB of controls in less than 100 ms, and counts the rest', () => {
    const cost = costOf(() => {
      const { segments, left } = splitText('x\u202E'.repeat(1_000_000));
      assert.equal(segments.length, 20_000);
      assert.equal(left, 1_980_000);
    });
    assert.ok(cost < 100, `${cost} ms`);
  });

  it('reads beginnings of sequences that never end without looking twice', () => {
    const unended = ['\u001B]', '\u009D', '\u001B[1', '\u001B', '\u009B0;'];
    for (const piece of unended) {
      const cost = costOf(() => void parseAnsi(piece.repeat(200_000)));
      assert.ok(cost < 1000, `${JSON.stringify(piece)}: ${cost} ms`);
    }
  });
});
