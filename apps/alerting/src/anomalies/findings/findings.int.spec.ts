import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import { Anomalies } from '@svc/contract';
import type { AnomalyFinding, Prisma } from '@svc/relational';
import type { Client } from '@svc/rpc';
import { SETTING_SCOPES } from '../../incidents/index.js';
import { responder, startAlerting, type AlertingServer } from '../../testing/alerting-server.js';

const MINUTE = 60_000;

describe('findings', () => {
  let server: AlertingServer;
  let client: Client<typeof Anomalies>;
  beforeAll(async () => {
    server = await startAlerting();
    client = server.connect(Anomalies);
  });
  afterAll(() => server.stop());

  type Caller = ReturnType<typeof responder>;
  /** A finding as the engine writes it, some minutes after the start of the clock. */
  const add = (
    { context }: Caller,
    minute = 0,
    more: Partial<Prisma.AnomalyFindingUncheckedCreateInput> = {},
  ): Promise<AnomalyFinding> => {
    const key = randomUUID();
    const at = new Date(server.clock.nowMs + minute * MINUTE);
    return server.relational.client.anomalyFinding.create({
      data: {
        projectId: context.project?.id ?? '',
        detector: 'calls',
        signal: 'traces',
        direction: 'up',
        labels: { service_name: 'checkout' },
        occurrenceKey: key,
        activeKey: key,
        state: 'open',
        severity: 'warning',
        observed: 900,
        expected: 100,
        score: 8,
        baseline: 'weeks',
        windows: 3,
        startedAt: at,
        lastSeenAt: at,
        openedAt: at,
        ...more,
      },
    });
  };
  const ids = async (request: Parameters<typeof client.list>[0], caller: Caller) =>
    (await client.list(request, caller)).findings.map(({ id }) => id);

  it('lists findings the latest first, in pages', async () => {
    const ann = responder();
    const added: string[] = [];
    for (const minute of [1, 2, 2, 3]) added.unshift((await add(ann, minute)).id);
    const pages: string[][] = [];
    let cursor = '';
    do {
      const { findings, pagination } = await client.list({ limit: 1, cursor }, ann);
      pages.push(findings.map(({ id }) => id));
      cursor = pagination?.nextCursor ?? '';
    } while (cursor !== '');
    assert.deepEqual(
      pages,
      (await ids({}, ann)).map((id) => [id]),
    );
    assert.deepEqual((await ids({}, ann)).toSorted(), added.toSorted());
    assert.deepEqual(await ids({}, responder()), []);
  });

  it('binds cursors to the project and the filters', async () => {
    const ann = responder();
    for (const minute of [1, 2]) await add(ann, minute);
    const { pagination } = await client.list({ limit: 1 }, ann);
    const cursor = pagination?.nextCursor ?? assert.fail();
    for (const [request, caller] of [
      [{ cursor, status: ['open'] }, ann],
      [{ cursor }, responder()],
      [{ cursor: `${cursor}x` }, ann],
    ] satisfies [object, Caller][])
      await assert.rejects(client.list(request, caller), { code: 'invalid_request' });
  });

  it('filters findings by severity, signal, status and time', async () => {
    const ann = responder();
    const calls = await add(ann, 0);
    const logs = await add(ann, 10, { severity: 'critical', signal: 'logs', detector: 'log_volume' });
    const resolvedAt = new Date(server.clock.nowMs + 30 * MINUTE);
    const old = await add(ann, 20, { state: 'resolved', activeKey: null, resolvedAt });
    const began = server.clock.nowMs;
    const after = (minute: number) => timestampFromMs(began + minute * MINUTE);
    server.clock.nowMs += 45 * MINUTE;
    for (const [request, found] of [
      [{}, [old, logs, calls]],
      [{ severity: ['critical'] }, [logs]],
      [{ severity: ['warning', 'critical'] }, [old, logs, calls]],
      [{ severity: ['info'] }, []],
      [{ signal: ['traces'] }, [old, calls]],
      [{ signal: ['metrics'] }, []],
      [{ status: ['open', 'acknowledged'] }, [logs, calls]],
      [{ status: ['resolved'] }, [old]],
      [{ startTime: after(31) }, [logs, calls]],
      [{ startTime: after(30) }, [old, logs, calls]],
      [{ endTime: after(10) }, [calls]],
      [{ startTime: after(40), endTime: after(41) }, [logs, calls]],
      [{ startTime: after(46) }, []],
      [{ startTime: after(46), endTime: after(90) }, []],
    ] as const)
      assert.deepEqual(
        await ids({ ...request } as Parameters<typeof client.list>[0], ann),
        found.map(({ id }) => id),
        JSON.stringify(request, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
      );
    await assert.rejects(client.list({ startTime: after(1), endTime: after(1) }, ann), { code: 'invalid_request' });
  });

  it('describes the deviation, and omits data that the credential may not read', async () => {
    const ann = responder();
    const { id } = await add(ann, 0, {
      differences: [{ attribute: 'release', value: 'v2', shareBefore: 0, shareNow: 1 }],
    });
    const found = await client.get({ findingId: id }, ann);
    assert.match(found.summary, /^Unusually many calls of checkout: 900 in five minutes where 100 are usual/);
    assert.deepEqual([found.labels, found.status, found.version], [{ service_name: 'checkout' }, 'open', 1n]);
    assert.deepEqual(found.differences[0]?.value, 'v2');
    for (const part of [found.deploys, found.flagChanges]) assert.match(part?.error ?? '', /cannot be read now/);
    const blind = responder({ project: ann.context.project?.id ?? '', scopes: ['anomalies:read'] });
    const seen = await client.get({ findingId: id }, blind);
    assert.deepEqual(seen.omitted, ['flags:read', 'releases:read', ...SETTING_SCOPES].toSorted());
    assert.deepEqual([seen.deploys, seen.flagChanges], [undefined, undefined]);
  });

  it('includes the text of log records for callers who may read logs', async () => {
    const labels = { pattern: 'payment of <*> failed', service_name: 'checkout' };
    const ann = responder();
    const { id: findingId } = await add(ann, 0, { detector: 'pattern_volume', signal: 'logs', labels });
    const blind = responder({
      project: ann.context.project?.id ?? '',
      scopes: ['anomalies:read', 'anomalies:write', 'flags:read', 'releases:read', ...SETTING_SCOPES],
    });
    const found = await client.get({ findingId }, ann);
    assert.deepEqual(found.labels, labels);
    assert.match(found.summary, /^Unusually many log records like payment of <\*> failed of checkout: /);
    assert.ok(!found.omitted.includes('logs:read'));
    const got = await client.get({ findingId }, blind);
    assert.deepEqual(got.omitted, ['logs:read']);
    const { findings } = await client.list({}, blind);
    for (const seen of [
      got,
      ...findings,
      await client.acknowledge({ findingId }, blind),
      await client.resolve({ findingId }, blind),
    ]) {
      assert.deepEqual(seen.labels, { service_name: 'checkout' });
      assert.match(seen.summary, /^Unusually many log records of one pattern of checkout: /);
    }
  });

  it('acknowledges and resolves a finding once, and refuses later changes', async () => {
    const ann = responder();
    const { id: findingId } = await add(ann);
    const acknowledged = await client.acknowledge({ findingId, expectedVersion: 1n }, ann);
    assert.deepEqual(
      [acknowledged.status, acknowledged.version, acknowledged.acknowledgedBy],
      ['acknowledged', 2n, ann.context.principalId],
    );
    await assert.rejects(client.acknowledge({ findingId }, ann), { code: 'state_conflict' });
    await assert.rejects(client.resolve({ findingId, expectedVersion: 1n }, ann), { code: 'version_conflict' });
    const resolved = await client.resolve({ findingId }, ann);
    assert.deepEqual(
      [resolved.status, resolved.version, resolved.resolvedBy],
      ['resolved', 3n, ann.context.principalId],
    );
    for (const act of [client.acknowledge, client.resolve])
      await assert.rejects(act({ findingId }, ann), { code: 'state_conflict' });
    const events = await server.relational.client.domainEvent.findMany({ where: { subject: findingId } });
    assert.deepEqual(
      events.map(({ type, data }) => [type, (data as { by: string }).by]),
      [['anomaly.resolved', 'Ann']],
    );
  });

  it('lets one of several simultaneous changes succeed', async () => {
    const ann = responder();
    const { id: findingId } = await add(ann);
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => client.resolve({ findingId }, ann)));
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
    assert.equal(await server.relational.client.domainEvent.count({ where: { subject: findingId } }), 1);
  });

  it('deletes findings in any status, and notifies channels of the end of an active one', async () => {
    const ann = responder();
    const { id: findingId } = await add(ann);
    await assert.rejects(client.delete({ findingId, expectedVersion: 2n }, ann), { code: 'version_conflict' });
    await client.delete({ findingId }, ann);
    await assert.rejects(client.get({ findingId }, ann), { code: 'not_found' });
    await assert.rejects(client.delete({ findingId }, ann), { code: 'not_found' });
    const { id } = await add(ann, 0, { state: 'resolved', activeKey: null, resolvedAt: new Date() });
    await client.delete({ findingId: id }, ann);
    const events = await server.relational.client.domainEvent.findMany({ where: { subject: { in: [findingId, id] } } });
    assert.deepEqual(
      events.map(({ type, subject }) => [type, subject]),
      [['anomaly.resolved', findingId]],
    );
  });

  it('answers 404 for findings of other projects', async () => {
    const { id } = await add(responder());
    for (const findingId of [id, randomUUID(), 'x'.repeat(5_000)])
      for (const act of [client.get, client.acknowledge, client.resolve, client.delete])
        await assert.rejects(act({ findingId }, responder()), { code: 'not_found' });
  });
});
