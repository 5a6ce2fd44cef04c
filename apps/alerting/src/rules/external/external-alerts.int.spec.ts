import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Relational } from '@svc/relational';
import { startTemporaryDatabase, type TemporaryDatabase } from '@svc/relational/testing';
import { ANN, listRequests } from '../../testing/alerts-bench.js';
import { openScene } from '../testing/external-scene.js';
import { rulesBench, type RulesBench } from '../testing/rules-bench.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const START = Date.parse('2026-05-06T12:00:00Z');
const iso = (ms: number): string => new Date(ms).toISOString();

const LABELS = { alertname: 'DiskFull', severity: 'critical', service: 'db', instance: 'db-1' };
const ofAlertmanager = (status: string, labels: object = LABELS, more: object = {}) => ({
  version: '4',
  alerts: [{ status, labels, annotations: { summary: 'The disk is full.' }, startsAt: iso(START), ...more }],
});
const ofPagerDuty = (action: string, key = 'disk', severity = 'critical') => ({
  event_action: action,
  dedup_key: key,
  ...(action === 'trigger' && { payload: { summary: 'DiskFull', source: 'db-1', severity } }),
});
const MAPPING = {
  alerts: '',
  dedupKey: 'id',
  status: 'state',
  resolved: [],
  acknowledged: [],
  name: 'title',
  severity: 'level',
  labels: { host: 'host' },
  annotations: {},
};

type Sent = [body: unknown, more?: { action: string; identifier?: string }];

describe('alerts of other products', () => {
  let database: TemporaryDatabase;
  let relational: Relational;
  let bench: RulesBench;
  const clock = { nowMs: START };
  beforeAll(async () => {
    database = await startTemporaryDatabase();
    relational = database.relational;
    bench = rulesBench(relational, clock, 'unix:/nonexistent/rpc.sock');
  });
  beforeEach(() => {
    clock.nowMs = START;
  });
  afterEach(() => relational.client.alertRule.deleteMany());
  afterAll(async () => {
    await bench.stop();
    await database.stop();
  });

  const open = () => openScene(relational, bench, clock);
  /** Evaluates what is due after this time. */
  const pass = async (ms: number): Promise<void> => {
    clock.nowMs += ms;
    await bench.engine.run();
  };

  const opsgenie = { action: 'create' };
  const closing = { action: 'close', identifier: 'disk' };
  const grafana = (status: string) => ({ alerts: ofAlertmanager(status).alerts });
  const prometheus = (endsAt: number) => [{ labels: LABELS, startsAt: iso(START), endsAt: iso(endsAt) }];
  const wires: [wire: string, begin: Sent, end: Sent][] = [
    ['alertmanager', [ofAlertmanager('firing')], [ofAlertmanager('resolved')]],
    ['alertmanager_api', [prometheus(START + 4 * MINUTE)], [prometheus(START + SECOND)]],
    ['grafana', [grafana('firing')], [grafana('resolved')]],
    ['pagerduty', [ofPagerDuty('trigger')], [ofPagerDuty('resolve')]],
    ['opsgenie', [{ message: 'DiskFull', alias: 'disk', priority: 'P1' }, opsgenie], [{}, closing]],
  ];
  it.each(wires)('of %s fire and are resolved, however often each request is repeated', async (wire, begin, end) => {
    const scene = await open();
    await scene.add();
    for (let nth = 0; nth < 3; nth += 1) assert.deepEqual(await scene.send(wire, ...begin), []);
    await bench.flush();
    assert.deepEqual(await scene.list(), ['DiskFull critical firing']);
    clock.nowMs += 2 * SECOND;
    for (let nth = 0; nth < 3; nth += 1) assert.deepEqual(await scene.send(wire, ...end), []);
    clock.nowMs += HOUR;
    await bench.flush();
    assert.deepEqual(await scene.list(), ['DiskFull critical resolved']);
    assert.deepEqual(await scene.events(), ['firing', 'resolved']);
    const requested = (await listRequests(relational, scene.projectId)).map(({ type }) => type);
    assert.deepEqual(requested, ['alert.firing', 'alert.resolved']);
  });

  it('in JSON are those of the rule of the path, by its places', async () => {
    const scene = await open();
    const ruleId = await scene.add({ sources: ['json'], json: MAPPING });
    await scene.add();
    const alert = { id: 7, title: 'Backup failed', level: 'P1', host: 'db-1' };
    assert.deepEqual(await scene.send('json', { ...alert, state: 'open' }, { ruleId }), []);
    assert.deepEqual(await scene.list(), ['Backup failed critical firing']);
    const [stored] = await relational.client.alert.findMany({ where: { projectId: scene.projectId } });
    assert.deepEqual(stored?.labels, { alertname: 'Backup failed', host: 'db-1', dedup_key: '7' });
    await scene.send('json', [{ ...alert, state: 'ok' }], { ruleId });
    assert.deepEqual(await scene.list(), ['Backup failed critical resolved']);
    const stranger = await open();
    for (const id of [ruleId, randomUUID(), 'x'])
      await assert.rejects(stranger.send('json', { ...alert, state: 'open' }, { ruleId: id }), { code: 'not_found' });
    const other = await scene.add();
    await assert.rejects(scene.send('json', alert, { ruleId: other }), { code: 'not_found' });
  });

  it('are taken by each rule that matches; a firing one that none takes is a fault, and an end is none', async () => {
    const scene = await open();
    const ofDb = { labelName: 'service', operator: '=', value: 'db' } as const;
    await scene.add({ matchers: [ofDb] });
    await scene.add({ matchers: [{ ...ofDb, labelName: 'service_name' }], sources: ['alertmanager'] });
    await scene.add({ sources: ['grafana'] });
    assert.deepEqual(await scene.send('alertmanager', ofAlertmanager('firing')), []);
    assert.equal((await scene.list()).length, 2);
    const other = { ...LABELS, service: 'web' };
    const two = {
      version: '4',
      alerts: [...ofAlertmanager('firing', other).alerts, ...ofAlertmanager('firing').alerts],
    };
    assert.deepEqual(await scene.send('alertmanager', two), [
      'body has firing alerts that no enabled rule of the kind external takes: 1',
    ]);
    assert.deepEqual(await scene.send('alertmanager', ofAlertmanager('resolved', other)), []);
    const foreign = await open();
    assert.equal((await foreign.send('alertmanager', ofAlertmanager('firing'))).length, 1);
    assert.deepEqual(await foreign.list(), []);
  });

  it('have their own name, severity and texts, keep those between requests, and rise in severity at once', async () => {
    const scene = await open();
    await scene.add({}, { annotations: { runbook_url: 'https://example.com/disk' }, labels: { team: 'core' } });
    await scene.send('pagerduty', ofPagerDuty('trigger', 'disk', 'warning'));
    const read = async () => {
      const [row] = await relational.client.alert.findMany({ where: { projectId: scene.projectId } });
      return row ?? assert.fail('an alert');
    };
    await pass(2 * MINUTE);
    const { name, labels, annotations, summary, evaluatedAt } = await read();
    assert.ok(evaluatedAt.getTime() > START, 'an evaluation has renewed it');
    assert.deepEqual([name, summary], ['DiskFull', 'DiskFull']);
    assert.deepEqual(labels, { alertname: 'DiskFull', source: 'db-1', dedup_key: 'disk', team: 'core' });
    assert.deepEqual(annotations, { runbook_url: 'https://example.com/disk', summary: 'DiskFull' });
    clock.nowMs += SECOND;
    await scene.send('pagerduty', ofPagerDuty('trigger'));
    assert.deepEqual(await scene.list(), ['DiskFull critical firing']);
  });

  it('of one set of labels here are two if their keys differ', async () => {
    const scene = await open();
    await scene.add();
    for (const name of ['a-b', 'a_b'])
      await scene.send('alertmanager', ofAlertmanager('firing', { alertname: 'Down', [name]: 'x' }));
    assert.equal((await scene.list()).length, 2);
    await scene.send('alertmanager', ofAlertmanager('resolved', { alertname: 'Down', 'a-b': 'x' }));
    assert.deepEqual((await scene.list()).toSorted(), ['Down warning firing', 'Down warning resolved']);
  });

  it('are acknowledged by their sender', async () => {
    const scene = await open();
    await scene.add();
    await scene.send('pagerduty', ofPagerDuty('acknowledge'));
    assert.deepEqual(await scene.list(), []);
    await scene.send('pagerduty', ofPagerDuty('trigger'));
    for (let nth = 0; nth < 2; nth += 1) await scene.send('pagerduty', ofPagerDuty('acknowledge'));
    await scene.send('pagerduty', ofPagerDuty('trigger'));
    assert.deepEqual(await scene.list(), ['DiskFull critical acknowledged']);
    assert.deepEqual(await scene.events(), ['firing', 'acknowledged']);
  });

  it('end when their sender does not send them again, and fire after for', async () => {
    const scene = await open();
    await scene.add({}, { for: '1m' });
    await scene.send('alertmanager_api', prometheus(START + 4 * MINUTE));
    assert.deepEqual(await scene.list(), ['DiskFull critical pending']);
    await pass(90 * SECOND);
    assert.deepEqual(await scene.list(), ['DiskFull critical firing']);
    clock.nowMs += MINUTE;
    await scene.send('alertmanager_api', prometheus(clock.nowMs + 4 * MINUTE));
    await pass(3 * MINUTE);
    assert.deepEqual(await scene.list(), ['DiskFull critical firing']);
    await pass(2 * MINUTE);
    assert.deepEqual(await scene.list(), ['DiskFull critical resolved']);
    const [row] = await relational.client.alert.findMany({ where: { projectId: scene.projectId } });
    assert.equal(row?.summary, 'Its sender did not send it again.');
    await scene.send('alertmanager_api', prometheus(clock.nowMs + 4 * MINUTE));
    assert.equal((await scene.list()).length, 2, 'its sender is back');
  });

  it('end after resolve_after, once, although the rule keeps them firing for longer', async () => {
    const scene = await open();
    await scene.add({ resolveAfter: '5m' }, { keepFiringFor: '3m' });
    await scene.send('pagerduty', ofPagerDuty('trigger'));
    for (let minutes = 0; minutes < 12; minutes += 1) await pass(MINUTE);
    assert.deepEqual(await scene.events(), ['firing', 'resolved']);
    const [row] = await relational.client.alert.findMany({ where: { projectId: scene.projectId } });
    assert.equal(row?.summary, 'Nothing was received about it for 5m.');
    assert.ok((row.resolvedAt?.getTime() ?? 0) >= START + 8 * MINUTE);
  });

  it('that stop altogether are an alert of the rule, until a request arrives', async () => {
    const scene = await open();
    await scene.add({ heartbeat: '3m', sources: ['alertmanager_api'] });
    await pass(2 * MINUTE);
    await scene.send('alertmanager_api', []);
    await pass(2 * MINUTE);
    assert.deepEqual(await scene.list(), []);
    await pass(2 * MINUTE);
    assert.deepEqual(await scene.list(), ['Too much warning firing']);
    await scene.send('alertmanager_api', []);
    await pass(MINUTE);
    assert.deepEqual(await scene.list(), ['Too much warning resolved']);
  });

  it('that were resolved by hand are quiet while their sender repeats them, and fire once they are new', async () => {
    const scene = await open();
    await scene.add();
    const repeat = () => scene.send('alertmanager_api', prometheus(clock.nowMs + 4 * MINUTE));
    await repeat();
    const [alert] = await relational.client.alert.findMany({ where: { projectId: scene.projectId } });
    await bench.actions.resolve(scene.projectId, alert?.id ?? '', ANN, '');
    for (let nth = 0; nth < 40; nth += 1) {
      await pass(2 * MINUTE);
      await repeat();
    }
    assert.deepEqual(await scene.list(), ['DiskFull critical resolved']);
    await scene.send('alertmanager_api', prometheus(clock.nowMs - SECOND));
    clock.nowMs += 2 * MINUTE;
    const again = [{ labels: LABELS, startsAt: iso(clock.nowMs), endsAt: iso(clock.nowMs + 4 * MINUTE) }];
    await scene.send('alertmanager_api', again);
    assert.deepEqual(await scene.list(), ['DiskFull critical resolved', 'DiskFull critical firing']);
  });

  it('do not begin again by a late repetition, but do if their sender says so a minute later', async () => {
    const scene = await open();
    await scene.add({}, { keepFiringFor: '5m' });
    await scene.send('alertmanager', ofAlertmanager('firing'));
    clock.nowMs += SECOND;
    await scene.send('alertmanager', ofAlertmanager('resolved'));
    clock.nowMs += SECOND;
    await scene.send('alertmanager', ofAlertmanager('firing'));
    for (let minutes = 0; minutes < 6; minutes += 1) await pass(MINUTE);
    assert.deepEqual(await scene.list(), ['DiskFull critical resolved']);
    await scene.send('alertmanager', ofAlertmanager('firing'));
    assert.deepEqual(await scene.list(), ['DiskFull critical resolved', 'DiskFull critical firing']);
  });

  it('have the longest texts that a request can have', async () => {
    const scene = await open();
    await scene.add();
    const named = (count: number, text: string) =>
      Object.fromEntries(Array.from({ length: count }, (_, nth) => [`n${nth}`, text]));
    const [alert] = ofAlertmanager('firing', { ...LABELS, ...named(60, '"'.repeat(300)) }).alerts;
    const alerts = [{ ...alert, annotations: named(32, '\\'.repeat(3_000)) }];
    assert.deepEqual(await scene.send('alertmanager', { version: '4', alerts }), []);
    await bench.flush();
    await pass(2 * MINUTE);
    assert.deepEqual(await scene.list(), ['DiskFull critical firing']);
    assert.equal((await listRequests(relational, scene.projectId)).length, 1);
  });

  it('are refused beyond max_groups while the others count', async () => {
    const scene = await open();
    await scene.add({}, { maxGroups: 2 });
    const of = (nth: number) => ofAlertmanager('firing', { alertname: `A${nth}` }).alerts;
    const request = { version: '4', alerts: [0, 1, 2].flatMap(of) };
    await assert.rejects(scene.send('alertmanager', request), { code: 'quota_exceeded' });
    assert.equal((await scene.list()).length, 2);
    await scene.send('alertmanager', { version: '4', alerts: ofAlertmanager('resolved', { alertname: 'A0' }).alerts });
    assert.deepEqual(await scene.send('alertmanager', { version: '4', alerts: of(2) }), []);
  });

  it('in a large body are read in a thread, with its refusals', async () => {
    const scene = await open();
    await scene.add();
    const alerts = Array.from(
      { length: 300 },
      (_, nth) => ofAlertmanager('firing', { ...LABELS, nth: `${nth}` }).alerts,
    );
    assert.deepEqual(await scene.send('alertmanager', { version: '4', alerts: alerts.flat() }), []);
    assert.equal((await scene.list()).length, 300);
    const padding = 'x'.repeat(40_000);
    await assert.rejects(scene.send('alertmanager', { version: '3', padding }), { code: 'invalid_request' });
  });
});
