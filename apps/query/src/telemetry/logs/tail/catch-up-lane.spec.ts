import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { CatchUpLane } from './catch-up-lane.js';

const { signal } = new AbortController();

/** A step that takes a millisecond, and its end after so many. */
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
    let turns = 0;
    let isOver = false;
    const working = (async () => {
      const step = takingMs(Number.POSITIVE_INFINITY);
      for (; !isOver; turns++) await lane.runTurn(1, signal, step);
    })();
    await setTimeout(400);
    isOver = true;
    await working;
    // A turn takes ten milliseconds.
    assert.ok(turns <= 22, `${turns} turns in 400 ms`);
  });

  it('admits nobody whose client has left', async () => {
    const leaving = new AbortController();
    leaving.abort();
    const lane = new CatchUpLane();
    const first = lane.runTurn(1, signal, takingMs(12));
    await assert.rejects(lane.runTurn(1, leaving.signal, takingMs(1)), /aborted/);
    await first;
  });
});
