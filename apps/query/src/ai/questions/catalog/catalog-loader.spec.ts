import assert from 'node:assert/strict';
import { readMentions, type JsonObject } from '@svc/questions';
import type { Call } from '@svc/rpc';
import type { OperationRunner } from '../run/operation-runner.js';
import { CatalogLoader, type LoadedCatalog } from './catalog-loader.js';
import type { MetricServices } from './metric-services.js';

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

const NO_METRICS = { list: () => Promise.resolve([]) } as unknown as MetricServices;
const CALL = { project: { id: 'p' } } as unknown as Call;
const turns = () => new Promise((resolve) => setImmediate(resolve));

describe('the names of a project for questions', () => {
  it('are read once for questions that come at the same time', async () => {
    const { runner, answer, runs } = newRunner();
    const loader = new CatalogLoader(runner, NO_METRICS, () => 0);
    const loads = Promise.all(Array.from({ length: 10 }, () => loader.load(CALL)));
    const once = runs();
    await turns();
    assert.equal(runs(), once);
    answer();
    assert.equal(new Set(await loads).size, 1);
  });

  it('are read by the next question if the one that read them failed', async () => {
    const { runner, answer, runs } = newRunner();
    const loader = new CatalogLoader(runner, NO_METRICS, () => 0);
    const loads = Array.from({ length: 4 }, () => loader.load(CALL));
    const once = runs();
    answer(new Error('gone'));
    await assert.rejects(loads[0] as Promise<unknown>, /gone/);
    await turns();
    assert.equal(runs(), 2 * once);
    answer();
    assert.equal(new Set(await Promise.all(loads.slice(1))).size, 1);
  });

  it('have the services that only metrics name, for those who may read metrics', async () => {
    const metrics = { list: () => Promise.resolve(['till']) } as unknown as MetricServices;
    const load = (mayRun: (operation: string) => boolean) => {
      const runner = { mayRun, run: () => Promise.resolve({}) } as unknown as OperationRunner;
      return new CatalogLoader(runner, metrics, () => 0).load(CALL);
    };
    const named = ({ index }: LoadedCatalog) =>
      readMentions('why is till slow', index, { now: 0, zone: 'UTC' }).names('service');
    assert.deepEqual(named(await load(() => true)), ['till']);
    assert.deepEqual(named(await load((operation) => operation !== 'metrics.list')), []);
  });
});
