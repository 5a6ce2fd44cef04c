import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { timestampMs } from '@bufbuild/protobuf/wkt';
import { startTemporaryDatabase, type TemporaryDatabase } from '@svc/relational/testing';
import { ORGANIZATION, responder } from '../../testing/alerting-server.js';
import type { Responder } from '../timeline/responder.js';
import { SETTING_SCOPES, SettingChanges } from './setting-changes.js';

const MINUTE = 60_000;
const LIMIT = 3;

describe('changes of settings near an incident', () => {
  let database: TemporaryDatabase;
  let changes: SettingChanges;
  let project: string;
  beforeAll(async () => {
    database = await startTemporaryDatabase();
    changes = new SettingChanges(database.relational);
  });
  beforeEach(() => {
    project = randomUUID();
  });
  afterAll(() => database.stop());

  const act = async (
    operation: string,
    {
      target = {},
      status = 200,
      madeId = null,
      ...more
    }: { target?: object; status?: number; madeId?: string | null } & {
      projectId?: string | null;
      organizationId?: string;
    } = {},
  ): Promise<void> => {
    const { client } = database.relational;
    const organizationId = more.organizationId ?? ORGANIZATION;
    const { id } = await client.auditEntry.create({
      data: {
        organizationId,
        projectId: more.projectId === undefined ? project : more.projectId,
        at: new Date(),
        principalType: 'user',
        principalId: 'u1',
        principalName: 'Ann',
        operation,
        target,
        details: { value: 'a value' },
        requestId: 'r',
        sourceAddress: '127.0.0.1',
      },
    });
    await client.auditOutcome.create({
      data: { entryId: id, organizationId, at: new Date(), status, madeId, details: {} },
    });
  };
  const read = (scopes = SETTING_SCOPES, more: Partial<Responder> = {}, [from, to] = [-MINUTE, MINUTE]) => {
    const { context } = responder({ project });
    const caller: Responder = {
      projectId: project,
      actor: { type: 'user', id: 'u1' },
      name: 'Ann',
      isAdmin: false,
      context,
      scopes: new Set(scopes),
      signal: new AbortController().signal,
      ...more,
    };
    const now = Date.now();
    return changes.read(caller, new Date(now + from), new Date(now + to), LIMIT);
  };
  const shown = async (...given: Parameters<typeof read>) =>
    (await read(...given)).items.map(({ operation, target = '' }) => `${operation} ${target}`);

  it('names the changed setting, the time and the author, but no value', async () => {
    await act('settings.config_set', { target: { entry: 'limit' } });
    await act('alert_rules.create', { madeId: 'r1', status: 201 });
    const { items, truncated } = await read();
    assert.deepEqual(
      items.map(({ changedAt: _, ...item }) => item),
      [
        { operation: 'settings.config_set', target: 'limit', changedBy: 'u1' },
        { operation: 'alert_rules.create', target: 'r1', changedBy: 'u1' },
      ],
    );
    assert.equal(truncated, false);
    for (const { changedAt } of items) assert.ok(Math.abs(timestampMs(changedAt) - Date.now()) < MINUTE);
  });

  it('shows changes with the scope that reads the setting, and security rules only to users', async () => {
    await act('settings.config_set', { target: { entry: 'limit' } });
    await act('inhibition.set');
    await act('account.security_set', { projectId: null });
    assert.deepEqual(await shown(['settings:read']), ['settings.config_set limit']);
    assert.deepEqual(await shown(['alerts:read']), ['inhibition.set ']);
    assert.deepEqual(await shown(['incidents:read', 'audit:read']), []);
    assert.ok((await shown(['account:read'])).includes('account.security_set '));
    const key = { actor: { type: 'api_key', id: 'k1' } } as const;
    assert.deepEqual(await shown(['account:read'], key), []);
  });

  it('leaves out refused changes, other operations, other projects and other times', async () => {
    await act('alert_rules.update', { target: { rule_id: 'r1' }, status: 409 });
    await act('alerts.acknowledge', { target: { alert_id: 'a1' } });
    await act('alert_rules.update', { target: { rule_id: 'r2' }, projectId: randomUUID() });
    await act('alert_rules.update', { target: { rule_id: 'r3' }, organizationId: randomUUID() });
    await act('projects.update', { target: { project_id: randomUUID() }, projectId: null });
    const scopes = ['alerts:read', 'projects:read'];
    assert.deepEqual(await shown(scopes), []);
    await act('projects.update', { target: { project_id: project }, projectId: null });
    assert.deepEqual(await shown(scopes), ['projects.update ']);
    assert.deepEqual(await shown(scopes, {}, [-3 * MINUTE, -2 * MINUTE]), []);
    assert.deepEqual(await shown(scopes, {}, [2 * MINUTE, 3 * MINUTE]), []);
  });

  it('shows the earliest changes, and reports that there are more', async () => {
    for (const rule_id of ['1', '2', '3', '4']) await act('alert_rules.update', { target: { rule_id } });
    assert.deepEqual(
      await shown(['alerts:read']),
      ['1', '2', '3'].map((id) => `alert_rules.update ${id}`),
    );
    assert.equal((await read(['alerts:read'])).truncated, true);
  });
});
