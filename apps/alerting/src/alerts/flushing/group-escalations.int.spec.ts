import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { startTemporaryDatabase, type TemporaryDatabase } from '@svc/relational/testing';
import {
  alertsBench,
  ANN,
  listRequests,
  createRule,
  storeSilence,
  type AlertsBench,
} from '../../testing/alerts-bench.js';
import { storePolicy } from '../../testing/pages.js';
import { makeWorld, type World } from '../../testing/response-server.js';

const MINUTE = 60_000;

describe('escalations of alerts', () => {
  let database: TemporaryDatabase;
  let bench: AlertsBench;
  let user: string;
  let world: World;
  const clock = { nowMs: Date.parse('2026-02-01T12:00:00Z') };
  beforeAll(async () => {
    database = await startTemporaryDatabase();
    bench = alertsBench(database.relational, clock);
    world = await makeWorld(database.relational);
    user = await world.addMember('Ada');
  });
  afterAll(() => database.stop());

  const pass = async (minutes: number): Promise<void> => {
    clock.nowMs += minutes * MINUTE;
    await bench.flush();
    while ((await bench.pager.runDue()) > 0);
  };
  /** A rule that escalates, with alerts whose labels differ from those of other scenes. */
  const scene = async ({ ackTimeout = null as string | null, autoCreate = false } = {}) => {
    const levels = [1, 2, 3].map(() => ({ delay: '10m', users: [user] }));
    const escalationPolicyId = await storePolicy(database.relational, world.projectId, levels, { ackTimeout });
    const rule = createRule(world.projectId, clock, {
      notify: { escalationPolicyId, groupBy: ['alertname'] },
      incident: { autoCreate },
      name: `Rule ${randomUUID()}`,
    });
    const ids = async () =>
      database.relational.client.alert.findMany({ where: { ruleId: rule.rule.id }, orderBy: { startedAt: 'asc' } });
    const pages = async () =>
      (await listRequests(database.relational, world.projectId))
        .filter(({ type, content }) => type === 'page' && content.title.startsWith(rule.rule.name))
        .map(({ content }) => content.level);
    return { ...rule, ids, pages };
  };

  it('pages about a group until one of its alerts is acknowledged, and starts over for another alert', async () => {
    const { firing, ids, pages } = await scene();
    await bench.apply(firing({ host: 'a' }), firing({ host: 'b' }));
    await pass(1);
    await pass(10);
    assert.deepEqual(await pages(), [1, 2]);
    const [first] = await ids();
    await bench.actions.acknowledge(world.projectId, first?.id ?? '', ANN, '');
    await pass(60);
    assert.deepEqual(await pages(), [1, 2]);
    await bench.apply(firing({ host: 'c' }));
    await pass(5);
    assert.deepEqual(await pages(), [1, 2, 1]);
  });

  it('stops paging when the alerts recover or are silenced', async () => {
    const [recovering, silenced] = [await scene(), await scene()];
    await bench.apply(recovering.firing({ host: 'a' }), silenced.firing({ service_name: 's' }));
    await pass(1);
    const { nowMs } = clock;
    const label: [string, string] = ['service_name', 's'];
    await storeSilence(database.relational, { projectId: world.projectId, nowMs, minutes: 120, label });
    await bench.apply(recovering.ended({ host: 'a' }), silenced.firing({ service_name: 's' }));
    await pass(60);
    assert.deepEqual([await recovering.pages(), await silenced.pages()], [[1], [1]]);
    clock.nowMs += 60 * MINUTE;
    await bench.apply(silenced.firing({ service_name: 's' }));
    await pass(5);
    assert.deepEqual(await silenced.pages(), [1, 1]);
  });

  it('pages again when the acknowledgement of an unresolved alert times out', async () => {
    const { firing, ids, pages } = await scene({ ackTimeout: '30m' });
    await bench.apply(firing());
    await pass(1);
    const [alert] = await ids();
    await bench.actions.acknowledge(world.projectId, alert?.id ?? '', ANN, '');
    await pass(29);
    assert.deepEqual(await pages(), [1]);
    await pass(1);
    assert.deepEqual([await pages(), (await ids())[0]?.state], [[1, 1], 'firing']);
    const where = { alertId: alert?.id ?? '' };
    const history = await database.relational.client.alertTransition.findMany({ where, orderBy: { position: 'asc' } });
    assert.deepEqual(
      history.map(({ reason }) => reason),
      [
        'breached',
        'escalation_started',
        'escalation_level_notified',
        'acknowledged',
        'escalation_stopped',
        'acknowledgement_timed_out',
        'escalation_level_notified',
      ],
    );
  });

  it('leaves paging to the incident that an alert opens', async () => {
    const { firing, pages } = await scene({ autoCreate: true });
    await bench.apply(firing());
    await pass(1);
    assert.deepEqual(await pages(), []);
  });
});
