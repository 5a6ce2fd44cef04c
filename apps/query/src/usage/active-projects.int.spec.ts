import assert from 'node:assert/strict';
import { sharedStore, type SharedStore } from '@svc/columnar/testing';
import type { Call } from '@svc/rpc';
import { ActiveProjectsController } from './active-projects.controller.js';

const NOW = Date.parse('2026-01-01T12:34:56Z');

describe('active projects', () => {
  let engine: SharedStore;
  beforeAll(async () => {
    engine = await sharedStore();
  });
  afterAll(() => engine[Symbol.asyncDispose]());

  it('lists the projects that stored something in the last hours, with their signals', async () => {
    const add = (project: number, hour: string, signal: string, outcome = 'stored', items = 1) =>
      engine.store.command(
        `INSERT INTO usage_hours (project_number, hour, signal, outcome, items, requests, bytes)
         SELECT {project:UInt32}, parseDateTimeBestEffort({hour:String}), {signal:String}, {outcome:String}, {items:UInt64}, 1, 1`,
        { project, hour, signal, outcome, items },
      );
    await add(7, '2026-01-01T12:00:00Z', 'logs');
    await add(7, '2026-01-01T11:00:00Z', 'traces');
    await add(7, '2026-01-01T11:00:00Z', 'logs');
    await add(3, '2026-01-01T11:00:00Z', 'events');
    await add(4, '2026-01-01T10:00:00Z', 'logs');
    await add(5, '2026-01-01T12:00:00Z', 'logs', 'quota');
    await add(6, '2026-01-01T12:00:00Z', 'logs', 'stored', 0);
    const controller = new ActiveProjectsController(engine.store, () => NOW);
    const call = { signal: AbortSignal.timeout(30_000) } as Call;
    const list = async (hours: number) =>
      (await controller.list({ hours } as Parameters<typeof controller.list>[0], call)).projects;
    assert.deepEqual(await list(1), [
      { number: 3, signals: ['events'] },
      { number: 7, signals: ['logs', 'traces'] },
    ]);
    assert.deepEqual(await list(0), [{ number: 7, signals: ['logs'] }]);
    assert.equal((await list(24)).length, 3);
  });
});
