import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { measureHeldEventLoop } from './held-event-loop.js';
import { createMetrics, type Metrics } from './metrics.js';

describe('measureHeldEventLoop', () => {
  let metrics: Metrics;
  let stop: () => void;
  beforeEach(() => {
    metrics = createMetrics();
    stop = measureHeldEventLoop(metrics);
  });
  afterEach(() => stop());

  const read = async (): Promise<number> => {
    const [value] = (await metrics.registry.getSingleMetric('svc_event_loop_held_max_seconds')?.get())?.values ?? [];
    return value?.value ?? Number.NaN;
  };

  it('reports the longest turn since the last scrape', async () => {
    await read();
    for (const heldMs of [150, 120]) {
      holdMs(heldMs);
      // The end of this turn and of the next one, at which it is measured.
      for (let n = 0; n < 2; n++) await turn();
    }
    const held = await read();
    assert.ok(held > 0.15 && held < 0.25, `${held} s`);
    assert.ok((await read()) < 0.1);
  });

  it('does not count time in which the thread waits', async () => {
    await read();
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
    assert.ok((await read()) < 0.1);
  });
});

function holdMs(ms: number): void {
  const { user, system } = process.threadCpuUsage();
  for (;;) {
    const now = process.threadCpuUsage();
    if (now.user + now.system - user - system > ms * 1000) return;
  }
}
