import assert from 'node:assert/strict';
import type { JsonObject } from '@svc/questions';
import type { Call } from '@svc/rpc';
import type { OperationRunner } from '../run/operation-runner.js';
import { CatalogLoader } from './catalog-loader.js';

/** Answers every operation with nothing, when `answer` is called. */
function newRunner() {
  const waiting: ((failure?: Error) => void)[] = [];
  let runs = 0;
  const runner = {
    mayRun: () => true,
    run: () =>
      new Promise<JsonObject>((resolve, reject) => {
        runs += 1;
        waiting.push((failure) => (failure ? reject(failure) : resolve({})));
      }),
  } as unknown as OperationRunner;
  const answer = (failure?: Error): void => waiting.splice(0).forEach((end) => end(failure));
  return { runner, answer, runs: () => runs };
}

const CALL = { project: { id: 'p' } } as unknown as Call;
const turns = () => new Promise((resolve) => setImmediate(resolve));

describe('the names of a project for questions', () => {
  it('are read once for questions that come at the same time', async () => {
    const { runner, answer, runs } = newRunner();
    const loader = new CatalogLoader(runner, () => 0);
    const loads = Promise.all(Array.from({ length: 10 }, () => loader.load(CALL)));
    const once = runs();
    await turns();
    assert.equal(runs(), once);
    answer();
    assert.equal(new Set(await loads).size, 1);
  });

  it('are read by the next question if the one that read them failed', async () => {
    const { runner, answer, runs } = newRunner();
    const loader = new CatalogLoader(runner, () => 0);
    const loads = Array.from({ length: 4 }, () => loader.load(CALL));
    const once = runs();
    answer(new Error('gone'));
    await assert.rejects(loads[0] as Promise<unknown>, /gone/);
    await turns();
    assert.equal(runs(), 2 * once);
    answer();
    assert.equal(new Set(await Promise.all(loads.slice(1))).size, 1);
  });
});
