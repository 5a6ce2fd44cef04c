import assert from 'node:assert/strict';
import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { sharedStore, type SharedStore } from '@svc/columnar/testing';
import { SearchFiltersRequestSchema } from '@svc/contract';
import { at, clock, DAY, HOUR, MINUTE, NOW, testScope, TelemetryWriter, testReader } from '@svc/reading/testing';
import { toFiltersResponse } from './filters.message.js';
import { FILTER_FIELDS } from './filters.query.js';
import { FiltersService } from './filters.service.js';

describe('filter values', () => {
  let engine: SharedStore;
  let service: FiltersService;
  beforeAll(async () => {
    engine = await sharedStore();
    const writer = new TelemetryWriter(engine.store);
    service = new FiltersService(clock);
    let written = 0;
    const log = (service: string, severityNumber: number, others: object = {}) => ({
      project: 10,
      timestamp: NOW - HOUR,
      idTail: (++written).toString(16).padStart(16, '0'),
      service,
      environment: 'prod',
      severityNumber,
      ...others,
    });
    await writer.logs([
      log('cart', 17, { release: '1.0', eventName: 'order.placed', attributes: { tenant: 'acme' } }),
      log('cart', 9, { attributes: { tenant: 'other' } }),
      log('web', 0, { environment: '' }),
      log('old', 9, { timestamp: NOW - 2n * DAY }),
      { ...log('other', 9), project: 11 },
    ]);
    const span = (number: number, service: string, name: string, kind: number) => ({
      project: 10,
      timestamp: NOW - HOUR,
      traceId: 'ab'.repeat(16),
      spanId: number.toString(16).padStart(16, '0'),
      service,
      name,
      kind,
      environment: 'test',
    });
    await writer.spans([
      { ...span(1, 'cart', 'GET /', 2), attributes: { tenant: 'acme' } },
      span(2, 'cart', 'GET /', 2),
      span(3, 'db', 'query', 3),
    ]);
    await engine.store.command(
      `INSERT INTO metric_series (project_number, metric_name, series_hash, type, service_name, attributes, last_seen)
       SELECT 10, if(number < 2, 'cpu', 'memory'), number, 1, if(number = 0, 'cart', 'host'),
         if(number = 0, map('tenant', 'acme'), map()), toDateTime({seen:UInt32}) FROM numbers(3)`,
      { seen: Number((NOW - 23n * HOUR) / 1_000_000_000n) },
    );
    await engine.store.command(
      `INSERT INTO metric_points (project_number, retention_days, metric_name, series_hash, timestamp, value)
       SELECT 10, 30, if(number < 2, 'cpu', 'memory'), number, toDateTime64({seen:UInt32}, 9), 1 FROM numbers(3)`,
      { seen: Number((NOW - HOUR) / 1_000_000_000n) },
    );
  });
  afterAll(() => engine[Symbol.asyncDispose]());

  const values = async (request: MessageInitShape<typeof SearchFiltersRequestSchema>, project = 10) => {
    const answer = await service.values(
      create(SearchFiltersRequestSchema, request),
      testReader(engine.store, testScope(project)),
    );
    const { values: found = [], truncated } = toFiltersResponse(answer);
    const shown = found.map(
      ({ value, spanCount, logCount, seriesCount }) => `${value} ${spanCount}/${logCount}/${seriesCount}`,
    );
    return truncated ? [...shown, '...'] : shown;
  };

  it('counts values over spans, log records and series, the most frequent first', async () => {
    assert.deepEqual(await values({ field: 'service' }), ['cart 2/2/1', 'host 0/0/2', 'db 1/0/0', 'web 0/1/0']);
    assert.deepEqual(await values({ field: 'environment' }), ['test 3/0/0', 'prod 0/2/0']);
    assert.deepEqual(await values({ field: 'level' }), ['error 0/1/0', 'info 0/1/0']);
    assert.deepEqual(await values({ field: 'operation' }), ['GET / 2/0/0', 'query 1/0/0']);
    assert.deepEqual(await values({ field: 'kind' }), ['server 2/0/0', 'client 1/0/0']);
    assert.deepEqual(await values({ field: 'release' }), ['1.0 0/1/0']);
    assert.deepEqual(await values({ field: 'event_name' }), ['order.placed 0/1/0']);
    assert.deepEqual(await values({ field: 'metric' }), ['cpu 0/0/2', 'memory 0/0/1']);
    // For metrics the time of the latest point counts, not the time of the day's first one.
    assert.deepEqual(await values({ field: 'metric', startTime: at(NOW - HOUR) }), ['cpu 0/0/2', 'memory 0/0/1']);
    assert.deepEqual(await values({ field: 'metric', startTime: at(NOW - HOUR + 1n) }), []);
    assert.deepEqual(await values({ field: 'scope' }), []);
  });

  it('covers one project, by default its last day, and the requested number', async () => {
    assert.deepEqual(await values({ field: 'service' }, 11), ['other 0/1/0']);
    assert.deepEqual(await values({ field: 'service' }, 12), []);
    assert.equal((await values({ field: 'service', startTime: at(NOW - 3n * DAY) })).length, 5);
    assert.deepEqual(await values({ field: 'level', startTime: at(NOW - MINUTE) }), []);
    assert.deepEqual(await values({ field: 'service', limit: 1 }), ['cart 2/2/1', '...']);
  });

  it('counts the values of any attribute in records, resources and series', async () => {
    assert.deepEqual(await values({ field: 'tenant' }), ['acme 1/1/1', 'other 0/1/0']);
    assert.deepEqual(await values({ field: 'attributes.tenant' }), ['acme 1/1/1', 'other 0/1/0']);
    assert.deepEqual(await values({ field: 'tenant', limit: 1 }), ['acme 1/1/1', '...']);
    assert.deepEqual(await values({ field: 'tenant', startTime: at(NOW - MINUTE) }), []);
    assert.deepEqual(await values({ field: 'tenant' }, 11), []);
    assert.deepEqual(await values({ field: 'severity_text' }), []);
    for (const field of ['nothing', 'constructor', "' OR 1=1", 'a\\b`"']) assert.deepEqual(await values({ field }), []);
  });

  it('rejects a field of prose, without repeating the request', async () => {
    for (const field of ['body', '']) {
      await assert.rejects(values({ field }), (error: Error & { details?: { reason: string }[] }) => {
        assert.match(error.details?.[0]?.reason ?? '', new RegExp(FILTER_FIELDS.join(', ')));
        return true;
      });
    }
  });
});
