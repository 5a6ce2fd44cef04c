import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import {
  at,
  MINUTE,
  NOW,
  SECOND,
  TelemetryWriter,
  writeAgentRuns,
  writeErrors,
  writeSeries,
} from '@svc/reading/testing';
import { EventWriter } from '../../../../product/events/events.fixture.js';
import { editor, startDashboards, type DashboardsServer } from '../../dashboards.fixture.js';

const END = NOW - (NOW % MINUTE);
const WINDOW = { startTime: at(END - 10n * MINUTE), endTime: at(END) };

describe('the data of widgets', () => {
  const project = randomUUID();
  const ann = editor({ project, number: 70 });
  let server: DashboardsServer;
  let dashboardId: string;
  let writer: TelemetryWriter;
  beforeAll(async () => {
    server = await startDashboards();
    writer = new TelemetryWriter(server.engine.store);
    await writer.logs(logs(40));
    await writer.spans([
      {
        project: 70,
        timestamp: END - SECOND,
        traceId: 'ab'.repeat(16),
        spanId: 'cd'.repeat(8),
        service: 'web',
        durationNs: 5_000_000n,
        kind: 2,
      },
    ]);
    await writeAgentRuns(writer, [
      { project: 70, runId: '1', timestamp: END - 2n * SECOND, durationNs: SECOND, cost: '0.25' },
    ]);
    await writeErrors(writer, [{ project: 70, timestamp: END - SECOND, service: 'web', distinctId: 'u1' }]);
    await new EventWriter(server.engine.store).events([
      { project: 70, at: END - SECOND, id: 'p', event: 'paid', message: 'm1', properties: {} },
    ]);
    await writeSeries(writer, { project: 70, metric: 'depth', type: 1, hash: 1n }, [
      { timestamp: END - SECOND, value: 7 },
    ]);
    const made = await server.dashboards.create({ name: 'Data', variables: [{ name: 'service', default: 's0' }] }, ann);
    dashboardId = made.id;
  });
  afterAll(() => server.stop());

  const logs = (count: number, first = 0) =>
    Array.from({ length: count }, (_, index) => ({
      project: 70,
      timestamp: END - BigInt(first + index + 1) * SECOND,
      idTail: (first + index).toString(16).padStart(16, '0'),
      service: `s${index % 2}`,
      body: `line ${index}`,
      severityNumber: 9,
    }));
  const add = async (type: string, query: object) =>
    (await server.widgets.add({ dashboardId, type, title: 'w', query: query as never }, ann)).id;
  const read = async (widgetId: string, request: object = {}, as = ann) =>
    server.widgets.data({ dashboardId, widgetId, ...WINDOW, ...request }, as);
  const data = async (type: string, query: object, request: object = {}) => read(await add(type, query), request);

  it('returns every bucket of the window', async () => {
    const { series, interval, error } = await data('timeseries', { signal: 'logs', groupBy: ['service'] });
    assert.equal(error, undefined);
    assert.equal(interval, '1m');
    assert.deepEqual(
      series.map(({ labels }) => labels),
      [{ service: 's0' }, { service: 's1' }],
    );
    for (const { points } of series)
      assert.deepEqual(
        points.map(({ value }) => value),
        [0, 0, 0, 0, 0, 0, 0, 0, 0, 20],
      );
  });

  it('explains why a widget cannot have data: an unknown metric, or a window before what is kept', async () => {
    for (const type of ['value', 'timeseries', 'table'])
      assert.equal((await data(type, { signal: 'metrics', metric: 'nope.metric' })).error?.code, 'not_found');
    const old = { startTime: at(END - 400n * 24n * 60n * MINUTE), endTime: at(END - 399n * 24n * 60n * MINUTE) };
    assert.equal((await data('value', { signal: 'logs' }, old)).error?.code, 'invalid_request');
    assert.equal((await data('value', { signal: 'logs', q: 'service:absent' })).error, undefined);
    assert.equal((await data('value', { signal: 'metrics', metric: 'depth', q: 'service:absent' })).error, undefined);
  });

  it('returns a value for each signal', async () => {
    const figure = async (query: object) => (await data('value', query)).rows.map(({ value }) => value);
    assert.deepEqual(await figure({ signal: 'logs' }), [40]);
    assert.deepEqual(await figure({ signal: 'traces', aggregate: 'avg', field: 'duration_ms' }), [5]);
    assert.deepEqual(await figure({ signal: 'errors' }), [1]);
    assert.deepEqual(await figure({ signal: 'events', event: 'paid' }), [1]);
    assert.deepEqual(await figure({ signal: 'metrics', metric: 'depth', aggregate: 'max' }), [7]);
    assert.deepEqual(
      await figure({ signal: 'agent_runs', aggregate: 'sum', field: 'cost', q: 'agent:support' }),
      [0.25],
    );
    assert.deepEqual(await figure({ signal: 'logs', q: 'service:absent', aggregate: 'max', field: 'x' }), [undefined]);
  });

  it('previews a widget that is not saved as it would be, and refuses what could not be saved', async () => {
    const preview = (type: string, query: object, request: object = {}, as = ann) =>
      server.widgets.previewUnsaved({ type, query: query as never, ...WINDOW, ...request }, as);
    const query = { signal: 'logs', q: 'line', groupBy: ['service'], limit: 1 };
    assert.deepEqual(await preview('table', query), await data('table', query));
    assert.deepEqual(await preview('timeseries', query), await data('timeseries', query));
    assert.equal((await preview('list', { signal: 'logs', limit: 3 })).logs.length, 3);
    assert.equal((await preview('value', { signal: 'metrics', metric: 'nope' })).error?.code, 'not_found');
    const service = { signal: 'logs', service: ['$service'] };
    const total = async (request: object) => (await preview('value', service, request)).rows[0]?.value;
    assert.equal(await total({ dashboardId }), 20);
    assert.equal(await total({ dashboardId, variables: ['service:absent'] }), 0);
    const refused = async (sent: Promise<unknown>, code: string, path: string) =>
      assert.rejects(sent, (error: { code: string; details?: { path: string }[] }) => {
        assert.deepEqual([error.code, error.details?.[0]?.path], [code, path]);
        return true;
      });
    await refused(preview('value', { signal: 'logs', q: 'line AND (' }), 'invalid_request', 'query.q');
    await refused(preview('value', query), 'invalid_request', 'query.group_by');
    await refused(preview('value', service, { variables: ['service:s1'] }), 'invalid_request', 'variables[0]');
    const other = editor({ project: randomUUID(), number: 71 });
    await assert.rejects(preview('value', service, { dashboardId }, other), { code: 'not_found' });
    const poor = editor({ project, number: 70, scopes: ['traces:read'] });
    await assert.rejects(preview('value', service, { dashboardId }, poor), { code: 'permission_denied' });
  });

  it('returns a table or a list of records, the largest or the latest first', async () => {
    const table = await data('table', { signal: 'logs', groupBy: ['service'], limit: 1 });
    assert.deepEqual([table.rows, table.truncated].length, 2);
    assert.deepEqual(
      table.rows.map(({ labels, value }) => [labels, value]),
      [[{ service: 's0' }, 20]],
    );
    assert.equal(table.truncated, true);
    const list = await data('list', { signal: 'logs', q: 'service:s1', limit: 3 });
    assert.deepEqual(
      list.logs.map(({ serviceName }) => serviceName),
      ['s1', 's1', 's1'],
    );
    assert.equal(list.truncated, true);
    assert.equal((await data('list', { signal: 'traces' })).traces.length, 1);
    assert.equal((await data('list', { signal: 'errors' })).errors.length, 1);
  });

  it('filters every signal by the names of the reads, with one search or without', async () => {
    const figure = async (query: object) => (await data('value', query)).rows[0]?.value;
    assert.equal(await figure({ signal: 'logs', service: ['s0'] }), 20);
    assert.equal(await figure({ signal: 'logs', service: ['s0', 's1'], level: ['info'] }), 40);
    assert.equal(await figure({ signal: 'logs', service: ['s0'], level: ['error'] }), 0);
    assert.equal(await figure({ signal: 'logs', q: 'line OR nothing', service: ['$service'] }), 20);
    assert.equal(await figure({ signal: 'logs', environment: ['absent'] }), 0);
    for (const query of [{ signal: 'traces' }, { signal: 'errors' }]) {
      assert.equal(await figure({ ...query, service: ['web'] }), 1);
      assert.equal(await figure({ ...query, service: ['absent'] }), 0);
    }
    assert.equal(await figure({ signal: 'events', event: 'paid', service: ['absent'] }), 0);
    const depth = { signal: 'metrics', metric: 'depth', aggregate: 'max' };
    assert.equal(await figure({ ...depth, service: ['absent'] }), undefined);
    assert.equal((await data('list', { signal: 'logs', service: ['s1'] })).logs.length, 20);
    await assert.rejects(add('value', { signal: 'traces', level: ['error'] }), { code: 'invalid_request' });
    await assert.rejects(add('value', { signal: 'logs', q: 'a (', service: ['s0'] }), { code: 'invalid_request' });
  });

  it('depends on the variables of the dashboard, whose values cannot change the question', async () => {
    const widgetId = await add('value', { signal: 'logs', q: 'service:$service' });
    const figure = async (variables: string[]) => (await read(widgetId, { variables })).rows[0]?.value;
    assert.equal(await figure([]), 20);
    assert.equal(await figure(['service:s1']), 20);
    assert.equal(await figure(['service:']), 40);
    assert.equal(await figure(['service:absent']), 0);
    assert.equal(await figure(['service:absent" OR service:"s1']), 0);
    await assert.rejects(figure(['other:x']), { code: 'invalid_request' });
  });

  it('needs the scope to read its signal', async () => {
    const poor = editor({ project, number: 70, scopes: ['traces:read'] });
    const logsId = await add('value', { signal: 'logs' });
    await read(logsId);
    await assert.rejects(read(logsId, {}, poor), { code: 'permission_denied' });
    await read(await add('value', { signal: 'traces' }), {}, poor);
  });

  it('keeps answers for a moment, except those of lists', async () => {
    const [seriesId, listId] = [
      await add('value', { signal: 'logs', q: 'line' }),
      await add('list', { signal: 'logs' }),
    ];
    const before = await read(seriesId);
    await read(listId);
    await writer.logs(logs(1, 500));
    assert.deepEqual(await read(seriesId), before);
    assert.equal((await read(listId, { startTime: at(END - 9n * MINUTE) })).logs.length, 20);
    // Another window is another question.
    assert.equal((await read(seriesId, { startTime: at(END - 11n * MINUTE) })).rows[0]?.value, 41);
  });

  it('explains a question that is wrong or too expensive', async () => {
    const figure = await data('value', { signal: 'metrics', metric: 'depth', aggregate: 'rate' });
    assert.deepEqual([figure.error?.code, figure.rows], ['invalid_request', []]);
    assert.match(figure.error?.message ?? '', /gauge/);
    const long = await data(
      'value',
      { signal: 'logs', q: `${'service:$service OR '.repeat(60)}x` },
      { variables: [`service:${'y'.repeat(200)}`] },
    );
    assert.equal(long.error?.code, 'invalid_request');
  });

  it('returns nothing for a text', async () => {
    const { id } = await server.widgets.add({ dashboardId, type: 'text', title: 't', text: 'Hello' }, ann);
    assert.equal((await read(id)).type, 'text');
  });
});
