import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { computePath, span } from './trace.fixture.js';

describe('criticalPath of a hundred thousand spans', () => {
  const COUNT = 100_000;
  const chain = Array.from({ length: COUNT }, (_, depth) =>
    span(`s${depth}`, depth === 0 ? undefined : `s${depth - 1}`, depth, 3 * COUNT - depth),
  );
  const star = Array.from({ length: COUNT }, (_, index) =>
    index === 0 ? span('s0', undefined, 0, 3 * COUNT) : span(`s${index}`, 's0', 3 * index - 3, 3 * index - 1),
  );

  for (const [shape, trace, segments] of [
    ['chain', chain, 2 * COUNT - 1],
    ['star', star, 2 * COUNT - 2],
  ] as const) {
    it(`yields to other work in a ${shape}`, async () => {
      const pending = computePath(trace);
      let done = false;
      void pending.finally(() => (done = true));
      const turns: number[] = [];
      let began = process.threadCpuUsage();
      while (!done) {
        await setImmediate();
        const { user, system } = process.threadCpuUsage(began);
        turns.push((user + system) / 1000);
        began = process.threadCpuUsage();
      }
      const path = await pending;
      assert.equal(path.segments.length, segments);
      assert.equal(path.end - path.start, BigInt(3 * COUNT));
      // The garbage collector stops the thread now and then, so a few turns may take longer.
      const long = turns.filter((ms) => ms > 20).length;
      assert.ok(turns.length > 20 && long <= turns.length / 10, `${long} of ${turns.length} turns took over 20 ms`);
    });
  }
});
