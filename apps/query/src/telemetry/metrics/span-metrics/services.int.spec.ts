import assert from 'node:assert/strict';
import { sharedStore, type SharedStore } from '@svc/columnar/testing';
import { NOW, testReader, testScope, TelemetryWriter, writeSeries, type SeriesFixture } from '@svc/reading/testing';
import { MetricsRepository } from '../metrics.repository.js';

const PROJECT = 7_361;
const SECOND = 1_000_000_000n;
const DAY = 86_400n * SECOND;
const SUM = 2;

describe('the services that metrics about spans name', () => {
  let engine: SharedStore;
  beforeAll(async () => {
    engine = await sharedStore();
    const writer = new TelemetryWriter(engine.store);
    let hash = 900n;
    const write = (metric: string, others: Partial<SeriesFixture>) => {
      const lastSeen = Number(NOW / SECOND);
      return writeSeries(writer, { project: PROJECT, metric, hash: hash++, type: SUM, lastSeen, ...others }, []);
    };
    const [calls, graph] = ['traces_span_metrics_calls_total', 'traces_service_graph_request_total'];
    for (const kind of ['server', 'client']) await write(calls, { service: 'till', attributes: { 'span.kind': kind } });
    await write(calls, { service: 'retired', lastSeen: Number((NOW - 30n * DAY) / SECOND) });
    await write(calls, { service: '' });
    await write('memory', { service: 'other' });
    await write(graph, { service: 'collector', attributes: { client: 'till', server: 'stock' } });
    await write(graph, { attributes: { client: 'stock', server: 'goods', connection_type: 'database' } });
    await write(graph, { attributes: { client: 'user', server: 'till', connection_type: 'virtual_node' } });
  });
  afterAll(() => engine[Symbol.asyncDispose]());

  const services = (project: number) =>
    new MetricsRepository(engine.store).services(NOW - 7n * DAY, testReader(engine.store, testScope(project)));

  it('are those with spans and both ends of calls, and no databases and users', async () => {
    assert.deepEqual(await services(PROJECT), ['stock', 'till']);
  });

  it('are those of the project', async () => {
    assert.deepEqual(await services(PROJECT + 1), []);
  });
});
