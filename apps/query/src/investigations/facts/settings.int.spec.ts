import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { sharedStore, type SharedStore } from '@svc/columnar/testing';
import { Scope } from '@svc/reading/statement';
import { startTemporaryDatabase, type TemporaryDatabase } from '@svc/relational/testing';
import { readSettings } from './changes/settings.js';
import { FactReader } from './reading/fact-reader.js';

const MINUTE = 60_000;

describe('the changed settings in investigations', () => {
  let engine: SharedStore;
  let database: TemporaryDatabase;
  const organizationId = randomUUID();
  const [project, other] = [randomUUID(), randomUUID()];
  beforeAll(async () => {
    [engine, database] = await Promise.all([sharedStore(), startTemporaryDatabase()]);
    const { client } = database.relational;
    const updatedAt = new Date();
    await client.organization.create({ data: { id: organizationId, name: 'shop', updatedAt } });
    for (const id of [project, other])
      await client.project.create({ data: { id, organizationId, slug: id, name: id, updatedAt } });
    await act('settings.config_set', { target: { entry: 'sampling.rate' } });
    await act('alert_rules.create', { madeId: 'r1', status: 201 });
    await act('projects.update', { target: { project_id: project }, projectId: null });
    await act('settings.config_set', { target: { entry: 'refused' }, status: 403 });
    await act('flags.update', { target: { flag_key: 'of-another-check' } });
    await act('channels.create', { madeId: 'c1', status: 201 });
    await act('settings.config_set', { target: { entry: 'elsewhere' }, projectId: other });
  });
  afterAll(async () => {
    await engine[Symbol.asyncDispose]();
    await database.stop();
  });

  async function act(
    operation: string,
    options: { target?: object; status?: number; madeId?: string; projectId?: string | null },
  ): Promise<void> {
    const { target = {}, status = 200, madeId = null, projectId = project } = options;
    const { client } = database.relational;
    const who = { principalType: 'user', principalId: 'u1', principalName: 'Ann' };
    const from = { requestId: 'r', sourceAddress: '127.0.0.1' };
    const { id } = await client.auditEntry.create({
      data: {
        organizationId,
        projectId,
        at: new Date(),
        operation,
        target,
        details: { value: 'secret' },
        ...who,
        ...from,
      },
    });
    await client.auditOutcome.create({
      data: { entryId: id, organizationId, at: new Date(), status, madeId, details: {} },
    });
  }

  const read = (projectId: string, [from, to] = [-5 * MINUTE, MINUTE]) => {
    const now = Date.now();
    const reader = new FactReader(engine.store, Scope.of({ id: projectId, number: 7_331, retentionDays: 30 }), {
      projectId,
      parameters: {
        abnormal: { start: now + Number(from), end: now + Number(to) },
        normal: [],
        bucketMs: MINUTE,
        services: [],
      },
      limits: { timeoutMs: 60_000, bytes: 200_000_000 },
      signal: new AbortController().signal,
    });
    return readSettings(reader, database.relational);
  };

  it('are the rules and settings of the project that were changed successfully, with author and scope and no value', async () => {
    const { changes, isComplete } = await read(project);
    assert.ok(isComplete);
    assert.deepEqual(
      changes.map(({ at: _, ...change }) => change),
      [
        { operation: 'settings.config_set', target: 'sampling.rate', changedBy: 'u1', scope: 'settings:read' },
        { operation: 'alert_rules.create', target: 'r1', changedBy: 'u1', scope: 'alerts:read' },
        { operation: 'projects.update', changedBy: 'u1', scope: 'projects:read' },
      ],
    );
    assert.ok(changes.every(({ at }) => Math.abs(at - Date.now()) < 5 * MINUTE));
    assert.ok(!JSON.stringify(changes).includes('secret'));
  });

  it('are those of the window and of the project', async () => {
    assert.deepEqual(await read(project, [-60 * MINUTE, -30 * MINUTE]), { changes: [], isComplete: true });
    const { changes } = await read(other);
    assert.deepEqual(
      changes.map(({ target }) => target),
      ['elsewhere'],
    );
  });
});
