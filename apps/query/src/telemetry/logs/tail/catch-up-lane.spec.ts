import assert from 'node:assert/strict';
import { CatchUpLane } from './catch-up-lane.js';

const { signal } = new AbortController();

/** A step that takes a millisecond, and ends after this many. */
function takingMs(steps: number): () => boolean {
  let left = steps;
  return () => {
    const until = performance.now() + 1;
    while (performance.now() < until);
    return --left > 0;
  };
}

describe('the lane of streams that catch up', () => {
  it('ends a turn after ten milliseconds, and says whether there may be more', async () => {
    const lane = new CatchUpLane();
    const step = takingMs(100);
    let turns = 1;
    while (await lane.runTurn(1, signal, step)) turns++;
    assert.ok(turns >= 8 && turns <= 100, `${turns} turns for 100 ms`);
  });

  it('gives turns to projects, not to streams', async () => {
    const lane = new CatchUpLane();
    const turns: number[] = [];
    const run = async (project: number, count: number): Promise<void> => {
      const step = takingMs(count * 12);
      for (let n = 0; n < count; n++) {
        await lane.runTurn(project, signal, step);
        turns.push(project);
      }
    };
    await Promise.all([run(1, 3), run(1, 3), run(1, 3), run(2, 3)]);
    assert.ok(turns.lastIndexOf(2) < 8, turns.join());
  });

  it('rests for as long as it works', async () => {
    const lane = new CatchUpLane();
    const step = takingMs(Number.POSITIVE_INFINITY);
    const turns = 20;
    const start = performance.now();
    for (let turn = 0; turn < turns; turn++) await lane.runTurn(1, signal, step);
    const tookMs = performance.now() - start;
    // A turn takes ten milliseconds, and a rest follows each but the last one.
    assert.ok(tookMs >= (2 * turns - 1) * 10 - 10, `${turns} turns in ${tookMs} ms`);
  });

  it('does not admit a stream whose client has left', async () => {
    const leaving = new AbortController();
    leaving.abort();
    const lane = new CatchUpLane();
    const first = lane.runTurn(1, signal, takingMs(12));
    await assert.rejects(lane.runTurn(1, leaving.signal, takingMs(1)), /aborted/);
    await first;
  });
});
