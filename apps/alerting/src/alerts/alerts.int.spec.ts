import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import { Alerts, Silences } from '@svc/contract';
import type { Client } from '@svc/rpc';
import type { ServiceError } from '@svc/service-error';
import { eventually } from '@svc/test-servers';
import { responder, startAlerting, type AlertingServer } from '../testing/alerting-server.js';
import { alertsBench, createRule, type AlertsBench } from '../testing/alerts-bench.js';

const MINUTE = 60_000;

describe('alerts', () => {
  let server: AlertingServer;
  let alerts: Client<typeof Alerts>;
  let silences: Client<typeof Silences>;
  let bench: AlertsBench;
  beforeAll(async () => {
    server = await startAlerting();
    alerts = server.connect(Alerts);
    silences = server.connect(Silences);
    bench = alertsBench(server.relational, server.clock);
  });
  afterAll(() => server.stop());

  /** A caller in a project of its own, and a rule there. */
  const scene = (more: Parameters<typeof createRule>[2] = {}) => {
    const ann = responder();
    const projectId = ann.context.project?.id ?? '';
    return { ann, projectId, ...createRule(projectId, server.clock, more) };
  };
  const listed = async (caller: ReturnType<typeof responder>, request: Parameters<typeof alerts.list>[0] = {}) =>
    (await alerts.list(request, caller)).alerts.map(({ labels, state }) => `${labels['host'] ?? ''} ${state}`);
  const become = (caller: ReturnType<typeof responder>, expected: readonly string[]) =>
    eventually(`alerts are ${expected.join(', ')}`, async () =>
      isDeepStrictEqual((await listed(caller)).toSorted(), expected),
    );
  const hosts = (count: number) => Array.from({ length: count }, (_, index) => ({ host: `h${index}` }));

  it('lists alerts by state and severity, the latest first, in pages', async () => {
    const { ann, projectId, firing, pending, ended } = scene();
    const critical = createRule(projectId, server.clock, { severity: 'critical' });
    for (const labels of hosts(5)) {
      server.clock.nowMs += MINUTE;
      await bench.apply(firing(labels));
    }
    await bench.apply(pending({ host: 'p' }, { at: new Date(server.clock.nowMs + 1) }));
    await bench.apply(critical.firing({ host: 'c' }, { at: new Date(server.clock.nowMs + 2) }), ended({ host: 'h0' }));
    assert.deepEqual(await listed(ann), ['c firing', 'p pending', 'h4 firing', 'h3 firing', 'h2 firing', 'h1 firing']);
    assert.deepEqual(await listed(ann, { state: ['pending', 'resolved'] }), ['p pending', 'h0 resolved']);
    assert.deepEqual(await listed(ann, { severity: ['critical', 'info'] }), ['c firing']);
    const [first] = (await alerts.list({}, ann)).alerts;
    assert.equal((await listed(ann, { name: first?.name.slice(1).toUpperCase() ?? '' })).length, 6);
    for (const name of ['%', 'absent']) assert.deepEqual(await listed(ann, { name }), []);
    assert.deepEqual(await listed(responder()), []);

    const found: string[] = [];
    let cursor = '';
    do {
      const page = await alerts.list({ limit: 2, cursor, state: ['firing'] }, ann);
      found.push(...page.alerts.map(({ labels }) => labels['host'] ?? ''));
      cursor = page.pagination?.nextCursor ?? '';
      await bench.apply(firing({ host: `later ${found.length}` }, { at: new Date(server.clock.nowMs + 3) }));
    } while (cursor !== '');
    assert.deepEqual(found, ['c', 'h4', 'h3', 'h2', 'h1']);
    const { pagination } = await alerts.list({ limit: 1 }, ann);
    const request = { cursor: pagination?.nextCursor ?? '' };
    await assert.rejects(alerts.list({ ...request, severity: ['info'] }, ann), { code: 'invalid_request' });
    await assert.rejects(alerts.list(request, responder()), { code: 'invalid_request' });
  });

  it('acknowledges and resolves alerts with notes, which the history keeps', async () => {
    const { ann, firing } = scene();
    await bench.apply(firing({ host: 'a' }));
    const alertId = (await alerts.list({}, ann)).alerts[0]?.id ?? '';
    const acknowledged = await alerts.acknowledge({ alertId, note: 'Looking' }, ann);
    assert.deepEqual([acknowledged.state, acknowledged.acknowledgedBy], ['acknowledged', ann.context.principalId]);
    const resolved = await alerts.resolve({ alertId, note: 'Restarted' }, ann);
    assert.deepEqual([resolved.state, resolved.resolution], ['resolved', 'manual']);
    assert.deepEqual(await listed(ann), []);
    const { history, state } = await alerts.get({ alertId }, ann);
    assert.equal(state, 'resolved');
    assert.deepEqual(
      history.map(({ from, to, reason, note, actor }) => [from, to, reason, note, actor?.type]),
      [
        [undefined, 'firing', 'breached', undefined, 'system'],
        ['firing', 'acknowledged', 'acknowledged', 'Looking', 'user'],
        ['acknowledged', 'resolved', 'manual', 'Restarted', 'user'],
      ],
    );
  });

  it('refuses transitions that the state does not allow, and answers 404 for other projects', async () => {
    const { ann, pending, firing } = scene();
    await bench.apply(pending({ host: 'p' }), firing({ host: 'f' }));
    const ids = new Map((await alerts.list({}, ann)).alerts.map(({ labels, id }) => [labels['host'], id]));
    const [pendingId, firingId] = [ids.get('p') ?? '', ids.get('f') ?? ''];
    await assert.rejects(alerts.acknowledge({ alertId: pendingId }, ann), { code: 'state_conflict' });
    await alerts.resolve({ alertId: pendingId }, ann);
    await alerts.acknowledge({ alertId: firingId }, ann);
    await assert.rejects(alerts.acknowledge({ alertId: firingId }, ann), { code: 'state_conflict' });
    await alerts.resolve({ alertId: firingId }, ann);
    for (const act of [alerts.acknowledge, alerts.resolve])
      await assert.rejects(act({ alertId: firingId }, ann), { code: 'state_conflict' });
    for (const act of [alerts.get, alerts.acknowledge, alerts.resolve])
      for (const [alertId, caller] of [
        [firingId, responder()],
        ['x', ann],
      ] as const)
        await assert.rejects(act({ alertId }, caller), { code: 'not_found' });
  });

  it('lets one of several simultaneous responders win', async () => {
    const { ann, firing } = scene();
    await bench.apply(firing());
    const alertId = (await alerts.list({}, ann)).alerts[0]?.id ?? '';
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => alerts.acknowledge({ alertId }, ann)));
    const lost = outcomes.filter((outcome) => outcome.status === 'rejected');
    assert.deepEqual(
      lost.map(({ reason }) => (reason as ServiceError).code),
      Array.from({ length: 9 }, () => 'state_conflict'),
    );
    assert.equal((await alerts.get({ alertId }, ann)).history.length, 2);
  });

  it('silences alerts when a silence begins, and fires them again when it ends or is deleted', async () => {
    const { ann, firing } = scene();
    await bench.apply(firing({ host: 'a' }), firing({ host: 'b' }));
    const matchers = [{ labelName: 'host', operator: '=~', value: 'a|c' }];
    const start = server.clock.nowMs + MINUTE;
    const times = { startsAt: timestampFromMs(start), endsAt: timestampFromMs(start + MINUTE) };
    await silences.create({ name: 'Deploy', matchers, ...times }, ann);
    assert.deepEqual((await listed(ann)).toSorted(), ['a firing', 'b firing']);
    server.clock.nowMs += MINUTE;
    await become(ann, ['a silenced', 'b firing']);
    server.clock.nowMs += MINUTE;
    await become(ann, ['a firing', 'b firing']);
    const endsAt = timestampFromMs(server.clock.nowMs + 60 * MINUTE);
    const { id: silenceId } = await silences.create({ name: 'Again', matchers, endsAt }, ann);
    await become(ann, ['a silenced', 'b firing']);
    const alertId = (await alerts.list({ state: ['silenced'] }, ann)).alerts[0]?.id ?? '';
    assert.equal((await alerts.get({ alertId }, ann)).silenceId, silenceId);
    await assert.rejects(alerts.acknowledge({ alertId }, ann), { code: 'state_conflict' });
    await silences.delete({ silenceId }, ann);
    await become(ann, ['a firing', 'b firing']);
    const reasons = (await alerts.get({ alertId }, ann)).history.map(({ reason }) => reason);
    assert.deepEqual(reasons, ['breached', 'silenced', 'silence_ended', 'silenced', 'silence_ended']);
  });

  it('silences by severity, for alerts that fire before and after the silence begins', async () => {
    const { ann, projectId, firing } = scene({ severity: 'warning' });
    const critical = createRule(projectId, server.clock, { severity: 'critical' });
    await bench.apply(firing({ host: 'a' }), critical.firing({ host: 'b' }));
    const matchers = [{ labelName: 'severity', operator: '=', value: 'warning' }];
    const { alerts: previewed, count } = await silences.preview({ matchers }, ann);
    assert.deepEqual([previewed.map(({ labels }) => labels['host']), count], [['a'], 1n]);
    await silences.create({ name: 'Quiet', matchers, endsAt: timestampFromMs(server.clock.nowMs + MINUTE) }, ann);
    await become(ann, ['a silenced', 'b firing']);
    await bench.apply(firing({ host: 'c' }), critical.firing({ host: 'd' }));
    await become(ann, ['a silenced', 'b firing', 'c silenced', 'd firing']);
  });

  it('previews the alerts that a silence would match, without creating it', async () => {
    const { ann, firing, ended } = scene();
    await bench.apply(
      ...hosts(150).map((labels) => firing(labels)),
      firing({ host: 'other' }),
      firing({ host: 'h999' }),
    );
    await bench.apply(ended({ host: 'h999' }));
    const preview = (value: string) =>
      silences.preview({ matchers: [{ labelName: 'host', operator: '=~', value }] }, ann);
    const { alerts: shown, count, truncated } = await preview('h.*');
    assert.deepEqual([shown.length, count, truncated], [100, 150n, false]);
    assert.deepEqual(
      (await preview('oth.+')).alerts.map(({ labels }) => labels['host']),
      ['other'],
    );
    for (const value of ['.*', '(']) await assert.rejects(preview(value), { code: 'invalid_request' });
    assert.deepEqual((await silences.list({}, ann)).silences, []);
  });
});
