import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { SETTING_SCOPES } from '../case-file/setting-changes.js';
import { responder, startIncidents, versioned, type IncidentsServer } from '../testing/incidents-server.js';

describe('reads of incidents', () => {
  let server: IncidentsServer;
  beforeAll(async () => {
    server = await startIncidents();
  });
  afterAll(() => server.stop());

  it('lists incidents by status, severity and time, the latest first, in pages', async () => {
    const ann = responder();
    for (const severity of [1, 2, 3, 4, 1]) {
      server.clock.nowMs += 60_000;
      const created = await server.client.create({ title: `Severity ${severity}`, severity }, ann);
      if (severity === 2) await server.client.acknowledge(versioned(created), ann);
    }
    const numbers = async (request: Parameters<typeof server.client.list>[0]) =>
      (await server.client.list(request, ann)).incidents.map(({ number }) => number);
    assert.deepEqual(await numbers({}), ['INC-5', 'INC-4', 'INC-3', 'INC-2', 'INC-1']);
    assert.deepEqual(await numbers({ severity: [1, 4] }), ['INC-5', 'INC-4', 'INC-1']);
    assert.deepEqual(await numbers({ status: ['acknowledged', 'resolved'] }), ['INC-2']);
    const third = (await server.client.list({ severity: [3] }, ann)).incidents[0]?.createdAt ?? assert.fail();
    assert.deepEqual(await numbers({ startTime: third }), ['INC-5', 'INC-4', 'INC-3']);
    assert.deepEqual(await numbers({ endTime: third }), ['INC-2', 'INC-1']);

    const found: string[] = [];
    let cursor = '';
    do {
      const { incidents, pagination } = await server.client.list({ limit: 2, cursor }, ann);
      found.push(...incidents.map(({ number }) => number));
      cursor = pagination?.nextCursor ?? '';
      await server.client.create({ title: 'Created while paging', severity: 2 }, ann);
    } while (cursor !== '');
    assert.deepEqual(found, ['INC-5', 'INC-4', 'INC-3', 'INC-2', 'INC-1']);
    const { pagination } = await server.client.list({ limit: 1 }, ann);
    const [request, other] = [{ cursor: pagination?.nextCursor ?? '' }, responder()];
    await assert.rejects(server.client.list({ ...request, severity: [1] }, ann), { code: 'invalid_request' });
    await assert.rejects(server.client.list(request, other), { code: 'invalid_request' });
  });

  it('returns the mean times to acknowledge and to resolve of all matching incidents', async () => {
    const ann = responder();
    assert.deepEqual((await server.client.list({}, ann)).figures?.meanTimeToResolveSeconds, undefined);
    for (const seconds of [10, 30]) {
      const opened = await server.client.create({ title: 'Down' }, ann);
      server.clock.nowMs += seconds * 1_000;
      const acknowledged = await server.client.acknowledge(versioned(opened), ann);
      server.clock.nowMs += seconds * 1_000;
      if (seconds === 30) await server.client.resolve(versioned(acknowledged), ann);
    }
    await server.client.create({ title: 'Down' }, ann);
    const { figures } = await server.client.list({ limit: 1 }, ann);
    assert.ok(figures);
    const { count, open, acknowledged, resolved } = figures;
    assert.deepEqual([count, open, acknowledged, resolved], [3n, 1n, 1n, 1n]);
    assert.equal(figures.meanTimeToAcknowledgeSeconds, 20);
    assert.equal(figures.meanTimeToResolveSeconds, 60);
    const third = await server.client.create({ title: 'Down' }, ann);
    server.clock.nowMs += 1;
    await server.client.acknowledge(versioned(third), ann);
    const rounded = await server.client.list({ limit: 1 }, ann);
    assert.equal(rounded.figures?.meanTimeToAcknowledgeSeconds, 13.334);
  });

  it('shows the current state of linked alerts and anomalies, to callers who may read them', async () => {
    const ann = responder();
    const projectId = ann.context.project?.id ?? '';
    const { client } = server.relational;
    const startedAt = new Date('2026-02-01T12:00:00Z');
    const [alertId, ruleId] = [randomUUID(), randomUUID()];
    const alert = await client.alert.create({
      data: {
        id: alertId,
        projectId,
        ruleId,
        fingerprint: 'f',
        name: 'Pay fails',
        severity: 'critical',
        state: 'firing',
        labels: {},
        annotations: {},
        rule: {},
        inhibitionKey: 'k',
        summary: 'count is 12, above 5.',
        isDue: false,
        isNotified: true,
        isAnnounced: true,
        startedAt,
        evaluatedAt: startedAt,
        updatedAt: startedAt,
      },
    });
    const finding = await client.anomalyFinding.create({
      data: {
        projectId,
        detector: 'calls',
        signal: 'traces',
        labels: { service_name: 'pay' },
        direction: 'down',
        occurrenceKey: 'o',
        state: 'open',
        severity: 'warning',
        observed: 1,
        expected: 9,
        score: 5,
        baseline: 'days',
        windows: 3,
        startedAt,
        lastSeenAt: startedAt,
        openedAt: startedAt,
      },
    });
    const links = [
      { type: 'anomaly', ref: finding.id },
      { type: 'alert', ref: 'alert-of-another-system' },
      { type: 'alert', ref: alert.id },
      { type: 'alert', ref: randomUUID() },
    ];
    const { id } = await server.client.create({ title: 'Down', links }, ann);
    const file = await server.client.get({ incidentId: id }, ann);
    assert.deepEqual(
      file.alerts?.items.map(({ name, state, summary }) => [name, state, summary]),
      [['Pay fails', 'firing', 'count is 12, above 5.']],
    );
    assert.deepEqual(
      file.anomalies?.items.map(({ detector, labels, status }) => [detector, labels, status]),
      [['calls', { service_name: 'pay' }, 'open']],
    );
    const blind = responder({ project: projectId, scopes: ['incidents:read'] });
    const seen = await server.client.get({ incidentId: id }, blind);
    assert.deepEqual(seen.omitted, ['anomalies:read', 'flags:read', 'releases:read', ...SETTING_SCOPES].toSorted());
    assert.deepEqual([seen.alerts, seen.anomalies], [undefined, undefined]);
    const foreign = responder();
    const { id: other } = await server.client.create(
      { title: 'Down', links: [{ type: 'alert', ref: alert.id }] },
      foreign,
    );
    assert.deepEqual((await server.client.get({ incidentId: other }, foreign)).alerts?.items, []);
  });

  it('names the parts of a case file that are omitted for lack of a scope or of the query service', async () => {
    const ann = responder();
    const { id } = await server.client.create({ title: 'Down' }, ann);
    const file = await server.client.get({ incidentId: id }, ann);
    assert.deepEqual([file.title, file.omitted, file.issues], ['Down', [], undefined]);
    for (const part of [file.deploys, file.flagChanges]) {
      assert.deepEqual(part?.items, []);
      assert.match(part.error ?? '', /cannot be read now: unavailable/);
    }
    const blind = responder({ project: ann.context.project?.id ?? '', scopes: ['incidents:read'] });
    const seen = await server.client.get({ incidentId: id }, blind);
    assert.deepEqual(seen.omitted, ['flags:read', 'releases:read', ...SETTING_SCOPES].toSorted());
    assert.deepEqual([seen.deploys, seen.flagChanges, seen.settingChanges], [undefined, undefined, undefined]);
  });
});
