import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inTurns } from './turns.js';

describe('long work in turns', () => {
  it('keeps order and lets others run in between', async () => {
    let others = 0;
    const timer = setInterval(() => others++, 1);
    const spin = (ms: number): void => {
      const end = performance.now() + ms;
      while (performance.now() < end);
    };
    const items = Array.from({ length: 200 }, (_, index) => index);
    const results = await inTurns(items, (item) => {
      spin(1);
      return item * 2;
    });
    clearInterval(timer);
    assert.deepEqual(
      results,
      items.map((item) => item * 2),
    );
    assert.ok(others >= 3);
  });
});
