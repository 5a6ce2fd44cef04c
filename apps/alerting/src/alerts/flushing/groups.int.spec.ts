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
import { failingRelational } from '../../testing/failing-relational.js';

const MINUTE = 60_000;

describe('groups of alerts', () => {
  let database: TemporaryDatabase;
  let bench: AlertsBench;
  const clock = { nowMs: Date.parse('2026-02-01T12:00:00Z') };
  beforeAll(async () => {
    database = await startTemporaryDatabase({ poolSize: 20 });
    bench = alertsBench(database.relational, clock);
  });
  afterAll(() => database.stop());

  const pass = async (minutes: number): Promise<void> => {
    clock.nowMs += minutes * MINUTE;
    await bench.flush();
  };
  const requested = async (projectId: string) =>
    (await listRequests(database.relational, projectId)).map(({ type, content, suppressedBecause }) => {
      const { firing_count: firing, resolved_count: resolved } = content;
      return `${type}${suppressedBecause ? ` ${suppressedBecause}` : ''} ${JSON.stringify([firing, resolved])}`;
    });
  const idOf = async (projectId: string, labels: object): Promise<string> => {
    const all = await database.relational.client.alert.findMany({ where: { projectId } });
    const wanted = JSON.stringify(labels).slice(1, -1);
    return all.find((alert) => JSON.stringify(alert.labels).includes(wanted))?.id ?? assert.fail();
  };

  it('sends notifications after a wait, about changes at intervals, repeated, and when all is resolved', async () => {
    const projectId = randomUUID();
    const { firing, ended } = createRule(projectId, clock, { notify: { groupBy: ['alertname'] } });
    await bench.apply(firing({ host: 'a' }), firing({ host: 'b' }));
    await pass(0.4);
    assert.deepEqual(await requested(projectId), []);
    await pass(0.2);
    await bench.apply(firing({ host: 'c' }));
    await pass(4);
    assert.deepEqual(await requested(projectId), ['alert.firing [2,0]']);
    await pass(1);
    await bench.apply(ended({ host: 'a' }));
    await pass(5);
    await pass(235);
    assert.equal((await requested(projectId)).length, 3);
    await pass(10);
    await bench.apply(ended({ host: 'b' }), ended({ host: 'c' }));
    await pass(5);
    assert.deepEqual(await requested(projectId), [
      'alert.firing [2,0]',
      'alert.firing [3,0]',
      'alert.firing [2,1]',
      'alert.firing [2,0]',
      'alert.resolved [0,2]',
    ]);
    await pass(500);
    assert.equal((await requested(projectId)).length, 5);
    assert.equal(await database.relational.client.alertGroup.count({ where: { projectId } }), 0);
    const all = await listRequests(database.relational, projectId);
    assert.equal(new Set(all.map(({ subject }) => subject)).size, 1);
    assert.equal(new Set(all.map(({ dedupeKey }) => dedupeKey)).size, 5);
  });

  it('groups alerts by severity as by a label', async () => {
    const projectId = randomUUID();
    const notify = { groupBy: ['severity'], channels: [randomUUID()] };
    const [one, two] = [
      createRule(projectId, clock, { notify }),
      createRule(projectId, clock, { notify, severity: 'critical', name: 'Slow' }),
    ];
    await bench.apply(one.firing({ host: 'a' }), two.firing({ host: 'b' }), one.firing({ host: 'c' }));
    await pass(1);
    assert.deepEqual((await requested(projectId)).toSorted(), ['alert.firing [1,0]', 'alert.firing [2,0]']);
  });

  it('reports who ended an alert and when: an evaluation with its value, or a responder', async () => {
    const projectId = randomUUID();
    const { firing, ended } = createRule(projectId, clock, { notify: { groupBy: ['host'] } });
    await bench.apply(firing({ host: 'a' }), firing({ host: 'b' }));
    await pass(1);
    const endedAt = new Date(clock.nowMs).toISOString();
    await bench.apply(ended({ host: 'a' }, { value: 1, summary: 'Recovered: the error rate is 1 %.' }));
    await bench.actions.resolve(projectId, await idOf(projectId, { host: 'b' }), ANN, '');
    await pass(10);
    const ends = (await listRequests(database.relational, projectId)).filter(({ type }) => type === 'alert.resolved');
    assert.deepEqual(
      ends
        .map(({ content: { resolution, value, summary, resolved_at } }) => [resolution, value, summary, resolved_at])
        .toSorted(),
      [
        ['manual', 7.5, 'Resolved by hand. The last evaluation: The error rate is 7.5 %, above 5 %.', endedAt],
        ['recovered', 1, 'Recovered: the error rate is 1 %.', endedAt],
      ],
    );
  });

  it('groups alerts by labels across rules with the same notification settings', async () => {
    const projectId = randomUUID();
    const notify = { groupBy: ['service_name'], channels: [randomUUID()] };
    const [one, two] = [
      createRule(projectId, clock, { notify }),
      createRule(projectId, clock, { notify, name: 'Slow' }),
    ];
    const third = createRule(projectId, clock, { notify: { ...notify, channels: [randomUUID()] } });
    const [cart, checkout] = [{ service_name: 'cart' }, { service_name: 'checkout' }];
    await bench.apply(one.firing(cart), two.firing(cart), one.firing(checkout), third.firing(cart), two.firing({}));
    await pass(1);
    assert.deepEqual((await requested(projectId)).toSorted(), [
      ...Array.from({ length: 3 }, () => 'alert.firing [1,0]'),
      'alert.firing [2,0]',
    ]);
  });

  it('sends no notification about an alert that recovered before the first one, nor about an acknowledged one', async () => {
    const projectId = randomUUID();
    const { firing, ended } = createRule(projectId, clock);
    await bench.apply(firing());
    await bench.apply(ended());
    await pass(10);
    assert.deepEqual(await requested(projectId), []);
    await bench.apply(firing({ host: 'a' }));
    await pass(1);
    await bench.actions.acknowledge(projectId, await idOf(projectId, { host: 'a' }), ANN, 'Looking');
    await pass(1_000);
    assert.deepEqual(await requested(projectId), [
      'alert.firing [1,0]',
      'alert.acknowledged []'.replace('[]', '[null,null]'),
    ]);
    const [, acknowledged] = await listRequests(database.relational, projectId);
    assert.deepEqual([acknowledged?.content.by, acknowledged?.content.note], ['Ann', 'Looking']);
    await bench.apply(ended({ host: 'a' }));
    await pass(5);
    assert.equal((await requested(projectId)).at(-1), 'alert.resolved [0,1]');
  });

  it('records suppressed notifications, and sends one when the silence ends', async () => {
    const projectId = randomUUID();
    const { firing } = createRule(projectId, clock);
    const label: [string, string] = ['service_name', 'checkout'];
    const silenceId = await storeSilence(database.relational, { projectId, nowMs: clock.nowMs, minutes: 30, label });
    await bench.apply(firing({ service_name: 'checkout' }));
    await pass(1);
    await pass(28);
    assert.deepEqual(await requested(projectId), ['alert.firing silenced [1,0]']);
    const [suppressed] = await listRequests(database.relational, projectId);
    assert.deepEqual(suppressed?.content['silence_ids'], [silenceId]);
    await pass(1);
    await bench.apply(firing({ service_name: 'checkout' }));
    await pass(5);
    assert.deepEqual(await requested(projectId), ['alert.firing silenced [1,0]', 'alert.firing [1,0]']);
  });

  it('sends no notification about an alert that was silenced before the flush', async () => {
    const projectId = randomUUID();
    const { firing } = createRule(projectId, clock);
    await bench.apply(firing({ service_name: 'checkout' }));
    const label: [string, string] = ['service_name', 'checkout'];
    await storeSilence(database.relational, { projectId, nowMs: clock.nowMs, minutes: 30, label });
    await pass(1);
    assert.deepEqual(await requested(projectId), ['alert.firing silenced [1,0]']);
  });

  it('leaves out alerts that a critical alert with the same labels inhibits, until it ends', async () => {
    const projectId = randomUUID();
    const warning = createRule(projectId, clock, { notify: { groupBy: ['severity'] }, labels: {} });
    const critical = createRule(projectId, clock, { severity: 'critical' });
    const labels = { service_name: 'checkout', environment: 'production' };
    await bench.apply(warning.firing({ ...labels, severity: 'warning' }), critical.firing(labels));
    await bench.apply(warning.firing({ ...labels, environment: 'test', severity: 'warning' }));
    await pass(1);
    assert.deepEqual((await requested(projectId)).toSorted(), ['alert.firing [1,0]', 'alert.firing [1,0]']);
    await bench.apply(critical.ended(labels));
    await pass(5);
    assert.deepEqual((await requested(projectId)).slice(2).toSorted(), ['alert.firing [2,0]', 'alert.resolved [0,1]']);
  });

  it('leaves out alerts that the inhibition rules of the project inhibit, until the rules are deleted', async () => {
    const projectId = randomUUID();
    const matchers = (value: string) => [{ labelName: 'alertname', operator: '=', value }];
    const { alertInhibition } = database.relational.client;
    const at = new Date(clock.nowMs);
    const rules = [{ sourceMatchers: matchers('Down'), targetMatchers: matchers('Slow'), equal: ['cluster'] }];
    const by = { createdBy: 'k', createdAt: at, updatedBy: 'k', updatedAt: at };
    await alertInhibition.create({ data: { projectId, rules, ...by } });
    const notify = { groupBy: ['alertname', 'cluster'] };
    const [down, slow] = [
      createRule(projectId, clock, { name: 'Down', notify }),
      createRule(projectId, clock, { name: 'Slow', notify }),
    ];
    const critical = createRule(projectId, clock, {
      name: 'Slow',
      severity: 'critical',
      notify: { groupBy: ['severity'] },
    });
    await bench.apply(down.firing({ cluster: 'a' }), slow.firing({ cluster: 'a' }), slow.firing({ cluster: 'b' }));
    // The built-in rule, which is replaced, would inhibit the alert of the other cluster.
    await bench.apply(critical.firing());
    await pass(1);
    assert.equal((await requested(projectId)).length, 3);
    await alertInhibition.delete({ where: { projectId } });
    await bench.apply(critical.ended());
    await pass(5);
    assert.deepEqual((await requested(projectId)).slice(3).toSorted(), ['alert.firing [1,0]', 'alert.resolved [0,1]']);
  });

  it('notifies the former receivers of the end when a rule changes its receivers', async () => {
    const projectId = randomUUID();
    const { firing, rule } = createRule(projectId, clock);
    await bench.apply(firing());
    await pass(1);
    const channels = [randomUUID()];
    await bench.apply(firing({}, { rule: { ...rule, version: 2, notify: { ...rule.notify, channels } } }));
    await pass(0);
    await pass(1);
    const requests = await listRequests(database.relational, projectId);
    assert.deepEqual(
      requests.map(({ type, channelIds }) => [type, channelIds]),
      [
        ['alert.firing', rule.notify.channels],
        ['alert.resolved', rule.notify.channels],
        ['alert.firing', channels],
      ],
    );
  });

  it('sends each notification exactly once, whichever statement the process dies before', async () => {
    const projectId = randomUUID();
    const failing = failingRelational(database.relational);
    const dying = alertsBench(failing.relational, clock);
    const { firing, ended } = createRule(projectId, clock, { notify: { groupBy: [] } });
    const survive = async (step: () => Promise<unknown>): Promise<number> => {
      for (let statements = 0; ; statements += 1) {
        const before = await requested(projectId);
        failing.left = statements;
        await step().catch(() => undefined);
        const died = failing.left < 0;
        failing.left = Infinity;
        if (!died) return statements;
        assert.deepEqual(await requested(projectId), before, `died before statement ${statements + 1}`);
      }
    };
    let deaths = await survive(() => dying.apply(firing({ host: 'a' }), firing({ host: 'b' })));
    clock.nowMs += MINUTE;
    deaths += await survive(() => dying.flush());
    deaths += await survive(() => dying.apply(ended({ host: 'a' }), ended({ host: 'b' })));
    clock.nowMs += 5 * MINUTE;
    deaths += await survive(() => dying.flush());
    assert.deepEqual(await requested(projectId), ['alert.firing [2,0]', 'alert.resolved [0,2]']);
    assert.ok(deaths > 20, `${deaths} deaths`);
  });

  it('sends one notification if several processes flush at the same time', async () => {
    const projectId = randomUUID();
    const { firing } = createRule(projectId, clock, { notify: { groupBy: ['host'] } });
    await bench.apply(...Array.from({ length: 300 }, (_, host) => firing({ host: `h${host}` })));
    clock.nowMs += MINUTE;
    const benches = [1, 2, 3].map(() => alertsBench(database.relational, clock));
    await Promise.all(benches.map((each) => each.flush()));
    await bench.flush();
    const subjects = (await listRequests(database.relational, projectId)).map(({ subject }) => subject);
    assert.deepEqual([subjects.length, new Set(subjects).size], [300, 300]);
  });
});
