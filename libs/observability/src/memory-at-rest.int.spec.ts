import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { getHeapSpaceStatistics } from 'node:v8';
import { giveMemoryBackAtRest } from './memory-at-rest.js';

const youngMegabytes = (): number =>
  (getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0) / 1e6;

/** Keeps enough young objects alive for the space to grow. */
function work(): void {
  const kept: object[][] = [];
  for (let round = 0; round < 60; round++) {
    kept.push(Array.from({ length: 20_000 }, (_, index) => ({ index, text: `object ${index}` })));
    if (kept.length > 10) kept.shift();
  }
}

it('shrinks the space of young objects when the event loop is at rest, and not before', async () => {
  work();
  const busy = youngMegabytes();
  assert.ok(busy > 8, `${busy} MB`);
  const end = giveMemoryBackAtRest(500);
  for (const until = performance.now() + 1_200; performance.now() < until;) {
    work();
    await pause(1);
  }
  assert.ok(youngMegabytes() > 8);
  for (let waits = 0; waits < 40 && youngMegabytes() > 5; waits++) await pause(500);
  assert.ok(youngMegabytes() < 5, `${youngMegabytes()} MB`);
  end();
});

it('releases buffers that old objects held', async () => {
  const before = process.memoryUsage().arrayBuffers;
  const kept = Array.from({ length: 64 }, () => Buffer.alloc(1024 * 1024, 1));
  // As old as the blocks of the sink are, for which young collections are too late.
  work();
  kept.length = 0;
  const end = giveMemoryBackAtRest(300);
  for (let waits = 0; waits < 40 && process.memoryUsage().arrayBuffers > before + 1e6; waits++) await pause(300);
  assert.ok(process.memoryUsage().arrayBuffers < before + 1e6);
  end();
});

it('gives pages of the heap back to the system', async () => {
  // Old enough not to be collected as young objects.
  const kept = Array.from({ length: 1_000_000 }, (_, index) => ({ index, text: `object ${index}` }));
  work();
  const full = process.memoryUsage().rss;
  assert.equal(kept.length, 1_000_000);
  kept.length = 0;
  const end = giveMemoryBackAtRest(300);
  for (let waits = 0; waits < 40 && process.memoryUsage().rss > full - 60e6; waits++) await pause(300);
  assert.ok(process.memoryUsage().rss < full - 60e6, `${(full - process.memoryUsage().rss) / 1e6} MB`);
  end();
});
