import assert from 'node:assert/strict';
import fc from 'fast-check';
import { mapYielding, sortYielding } from './event-loop.js';

describe('EventLoopYielder', () => {
  it('keeps order and lets other work run in between', async () => {
    let others = 0;
    const timer = setInterval(() => others++, 1);
    const spin = (ms: number): void => {
      const end = performance.now() + ms;
      while (performance.now() < end);
    };
    const items = Array.from({ length: 200 }, (_, index) => index);
    const results = await mapYielding(items, (item) => {
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

  it('sorts like Array.prototype.toSorted, stably', async () => {
    const item = fc.record({ key: fc.integer({ min: 0, max: 50 }), tag: fc.integer() });
    await fc.assert(
      fc.asyncProperty(fc.array(item, { maxLength: 5_000, size: 'max' }), async (items) => {
        const byKey = (a: { key: number }, b: { key: number }): number => a.key - b.key;
        assert.deepEqual(await sortYielding(items, byKey), items.toSorted(byKey));
      }),
      { numRuns: 20 },
    );
  });
});
