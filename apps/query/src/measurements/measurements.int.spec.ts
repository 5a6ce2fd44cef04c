import assert from 'node:assert/strict';
import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { sharedStore, type SharedStore } from '@svc/columnar/testing';
import { MeasurementSchema } from '@svc/contract';
import { createLogger } from '@svc/observability';
import {
  at,
  MINUTE,
  NOW,
  SECOND,
  TelemetryWriter,
  testReader,
  writeAgentRuns,
  writeErrors,
  writeSeries,
  type AgentRunFixture,
  type LogFixture,
} from '@svc/reading/testing';
import { EventWriter } from '../product/events/events.fixture.js';
import { MetricsRepository } from '../telemetry/index.js';
import { MeasurementsService } from './measurements.service.js';

type Asked = Omit<MessageInitShape<typeof MeasurementSchema>, '$typeName' | 'query'> & {
  readonly query: { signal: string; filter?: string; metric?: string; event?: string; field?: string };
};

/** A full minute. */
const END = NOW - (NOW % MINUTE);

describe('measurements', () => {
  let engine: SharedStore;
  let writer: TelemetryWriter;
  let service: MeasurementsService;
  beforeAll(async () => {
    engine = await sharedStore();
    writer = new TelemetryWriter(engine.store);
    const logger = createLogger({ service: 'test', level: 'silent' });
    service = new MeasurementsService(new MetricsRepository(engine.store), logger);
  });
  afterAll(() => engine[Symbol.asyncDispose]());

  const measureAll = (project: number, asked: readonly Asked[]) =>
    service.measure(
      asked.map((one) =>
        create(MeasurementSchema, {
          firstEnd: at(END),
          count: 1,
          stepSeconds: 60,
          windowSeconds: 300,
          maxGroups: 100,
          aggregate: 'count',
          ...one,
        }),
      ),
      testReader(engine.store, project),
    );
  const measure = async (project: number, asked: Asked) => {
    const [result] = await measureAll(project, [asked]);
    assert.equal(result?.error ?? '', '', `failed with ${result?.error}`);
    return (result?.series ?? []).map(({ labels = {}, values = [], samples = [] }) => ({
      labels,
      values: values.map((value) => Math.round(value * 1000) / 1000),
      samples: samples.map(Number),
    }));
  };

  describe('of log records', () => {
    const PROJECT = 10;
    const rows: LogFixture[] = Array.from({ length: 240 }, (_, index) => ({
      project: PROJECT,
      timestamp: END - BigInt(index) * 7n * SECOND - 1n,
      idTail: index.toString(16).padStart(16, '0'),
      service: `s${index % 3}`,
      severityNumber: index % 4 === 0 ? 17 : 9,
      body: index % 5 === 0 ? 'timed out' : 'ok',
      attributes: { took: String(index) },
    }));
    beforeAll(() => writer.logs(rows));

    const within = (from: bigint, to: bigint) => rows.filter(({ timestamp }) => timestamp >= from && timestamp < to);

    const shapes: [title: string, first: bigint, count: number, step: number, window: number][] = [
      ['one window', END, 1, 60, 300],
      ['one window that starts within a minute', END - 13n * SECOND, 1, 60, 300],
      ['adjacent windows', END - 20n * MINUTE, 20, 60, 60],
      ['windows that overlap', END - 10n * MINUTE, 11, 60, 300],
      ['windows with gaps', END - 20n * MINUTE, 5, 300, 60],
      ['windows of odd seconds', END - 10n * MINUTE + 7n * SECOND, 9, 45, 70],
    ];
    for (const [title, first, count, step, window] of shapes) {
      const shape = { firstEnd: at(first), count, stepSeconds: step, windowSeconds: window };
      const ends = Array.from({ length: count }, (_, nth) => first + BigInt(nth * step) * SECOND);
      const windows = ends.map((end) => within(end - BigInt(window) * SECOND, end));

      it(`counts in ${title}, by minutes and by records alike`, async () => {
        const expected = windows.map(({ length }) => length);
        for (const filter of ['', 'severity_text:"" OR service:*']) {
          const [all] = await measure(PROJECT, { query: { signal: 'logs', filter }, ...shape });
          assert.deepEqual([all?.values, all?.samples], [expected, expected]);
        }
        const bad = await measure(PROJECT, {
          query: { signal: 'logs', filter: 'level:error service:s0' },
          ...shape,
        });
        const errors = windows.map(
          (found) => found.filter((row) => row.service === 's0' && row.severityNumber === 17).length,
        );
        assert.deepEqual(bad[0]?.values, errors);
      });

      it(`aggregates in ${title}`, async () => {
        const took = windows.map((found) => found.map((row) => Number(row.attributes?.['took'])));
        const figures = {
          sum: took.map((all) => (all.length ? all.reduce((sum, one) => sum + one, 0) : Number.NaN)),
          max: took.map((all) => (all.length ? Math.max(...all) : Number.NaN)),
          // The latest record has the least number.
          last: took.map((all) => (all.length ? Math.min(...all) : Number.NaN)),
          unique: took.map((all) => (all.length ? all.length : Number.NaN)),
        };
        for (const [aggregate, expected] of Object.entries(figures)) {
          const [all] = await measure(PROJECT, { query: { signal: 'logs', field: 'took' }, aggregate, ...shape });
          assert.deepEqual(all?.values, expected, aggregate);
        }
      });
    }

    it('separates series, those with the most records first', async () => {
      const asked = { query: { signal: 'logs', filter: '"timed out"' }, groupBy: ['service', 'level'], maxGroups: 2 };
      const [result] = await measureAll(PROJECT, [{ ...asked, firstEnd: at(END), windowSeconds: 3600 }]);
      assert.equal(result?.series?.length, 2);
      assert.equal(result.truncated, true);
      assert.deepEqual(Object.keys(result.series[0]?.labels ?? {}).sort(), ['level', 'service']);
    });

    it('measures a ratio of errors, and a rate', async () => {
      const shape = { windowSeconds: 1680 };
      const query = { signal: 'logs' };
      assert.deepEqual((await measure(PROJECT, { query, aggregate: 'error_ratio', ...shape }))[0]?.values, [0.25]);
      assert.deepEqual((await measure(PROJECT, { query, aggregate: 'rate', ...shape }))[0]?.values, [0.143]);
    });

    it('returns 0 for counts without records, and otherwise an unknown value', async () => {
      const query = { signal: 'logs', filter: 'service:absent' };
      assert.deepEqual(await measure(PROJECT, { query }), [{ labels: {}, values: [0], samples: [0] }]);
      const sum = { query: { ...query, field: 'took' }, aggregate: 'sum' };
      assert.deepEqual(await measure(PROJECT, sum), [{ labels: {}, values: [Number.NaN], samples: [0] }]);
      assert.deepEqual(await measure(PROJECT, { query, groupBy: ['service'] }), []);
      assert.deepEqual((await measure(11, { query: { signal: 'logs' } }))[0]?.values, [0]);
    });
  });

  it('weights spans by the sampled-out ones, and reads requests from minutes', async () => {
    const PROJECT = 20;
    const span = (index: number, others: object) => ({
      project: PROJECT,
      timestamp: END - BigInt(index) * SECOND - 1n,
      traceId: index.toString(16).padStart(32, '0'),
      spanId: index.toString(16).padStart(16, '0'),
      parentSpanId: 'ff'.repeat(8),
      service: 'web',
      durationNs: BigInt(index + 1) * 1_000_000n,
      ...others,
    });
    await writer.spans([
      ...Array.from({ length: 100 }, (_, index) => span(index, { kind: 2, statusCode: index % 10 === 0 ? 2 : 0 })),
      ...Array.from({ length: 50 }, (_, index) => span(index + 200, { kind: 1, attributes: { SampleRate: '4' } })),
    ]);
    const figure = async (filter: string, aggregate: string, field = '', windowSeconds = 600) =>
      (await measure(PROJECT, { query: { signal: 'traces', filter, field }, aggregate, windowSeconds }))[0]?.values[0];
    assert.equal(await figure('', 'count'), 300);
    assert.equal(await figure('kind:internal', 'count'), 200);
    for (const filter of ['request:yes', 'kind:server', 'request:yes service:web']) {
      assert.equal(await figure(filter, 'count'), 100, filter);
      assert.equal(await figure(filter, 'error_ratio'), 0.1, filter);
      assert.equal(await figure(filter, 'avg', 'duration_ms'), 50.5, filter);
      assert.ok(Math.abs(((await figure(filter, 'p95', 'duration_ms')) ?? 0) - 95) < 1, filter);
      assert.ok(Math.abs(((await figure(filter, 'p90', 'duration_ms')) ?? 0) - 90) < 1, filter);
    }
  });

  it('sums the cost of calls of models, in US dollars where they have a price and in tokens where they do not', async () => {
    const PROJECT = 21;
    const step = (index: number, rest: object) => ({
      project_number: PROJECT,
      retention_days: 30,
      timestamp: END - BigInt(index) * SECOND - 1n,
      trace_id: index.toString(16).padStart(32, '0'),
      span_id: index.toString(16).padStart(16, '0'),
      version: 1,
      kind: 'inference',
      agent_name: '',
      service_name: 'web',
      model: 'a',
      usage: { input_text_uncached: 30, output_text: 12, requests: 1 },
      cost: null,
      is_counted: 1,
      ...rest,
    });
    const columns: [string, string, string?][] = [
      ['project_number', 'UInt32'],
      ['retention_days', 'UInt16'],
      ['timestamp', 'Int64', 'fromUnixTimestamp64Nano(timestamp)'],
      ['trace_id', 'String', 'toFixedString(unhex(trace_id), 16)'],
      ['span_id', 'String', 'toFixedString(unhex(span_id), 8)'],
      ['version', 'UInt64'],
      ...['kind', 'agent_name', 'service_name', 'model'].map((name): [string, string] => [name, 'String']),
      ['usage', 'Map(String, UInt64)'],
      ['cost', 'Nullable(Decimal(18, 12))'],
      ['is_counted', 'UInt8'],
    ];
    const steps = [
      step(0, { cost: '0.25' }),
      step(1, { cost: '0.5' }),
      step(2, {}),
      step(3, { model: 'b' }),
      // A free call is one in US dollars.
      step(4, { model: 'c', cost: '0' }),
      step(5, { model: 'd', usage: {} }),
      // Ignored are repetitions, tools, agents that name no model, and the calls that judge.
      step(6, { cost: '9', is_counted: 0 }),
      step(7, { cost: '9', kind: 'tool' }),
      step(8, { cost: '9', model: '' }),
      step(9, { cost: '9', agent_name: 'svc.judge' }),
    ];
    await writer.insert('agent_steps', columns, steps);
    const query = { signal: 'models', field: 'cost' };
    const found = await measure(PROJECT, { query, aggregate: 'sum', groupBy: ['model', 'unit'] });
    const figures = found.map(({ labels: { model, unit }, values, samples }) => [model, unit, values[0], samples[0]]);
    assert.deepEqual(figures.sort(), [
      ['a', 'tokens', 42, 1],
      ['a', 'usd', 0.75, 2],
      ['b', 'tokens', 42, 1],
      ['c', 'usd', 0, 1],
    ]);
    const calls = { signal: 'models', filter: 'model:"a" AND unit:"usd" AND service_name:web' };
    assert.deepEqual((await measure(PROJECT, { query: calls }))[0]?.samples, [2]);
  });

  it('measures runs of agents when they end, or when their end is concluded, but not those that judge', async () => {
    const PROJECT = 23;
    let runs = 0;
    const run = (ago: bigint, rest: Partial<AgentRunFixture>) => ({
      project: PROJECT,
      runId: String(runs++),
      timestamp: END - ago,
      durationNs: SECOND,
      cost: '0.5',
      usage: { input_text_uncached: 100, output_text: 7 },
      models: ['gpt-4o'],
      ...rest,
    });
    await writeAgentRuns(writer, [
      run(60n * SECOND, {}),
      run(60n * SECOND, { status: 'failed', agent: 'other', cost: undefined, unpricedCalls: 1 }),
      // Began before the window and ends in it.
      run(3_600n * SECOND, { status: 'max_steps', durationNs: 3_500n * SECOND }),
      // Concluded an hour after its last span.
      run(3_700n * SECOND, { status: 'timed_out', reason: 'idle' }),
      run(60n * SECOND, { status: 'timed_out', reason: 'idle' }),
      run(60n * SECOND, { status: 'running' }),
      run(60n * SECOND, { agent: 'svc.judge' }),
      run(3_600n * SECOND, {}),
    ]);
    const query = { signal: 'agent_runs' };
    const figure = async (asked: Partial<Asked>) =>
      (await measure(PROJECT, { query, ...asked })).map(({ labels, values }) => [...Object.values(labels), values[0]]);
    assert.deepEqual(await figure({}), [[4]]);
    assert.deepEqual(await figure({ aggregate: 'error_ratio' }), [[0.75]]);
    assert.deepEqual(await figure({ query: { ...query, field: 'cost' }, aggregate: 'sum' }), [[1.5]]);
    assert.deepEqual(await figure({ query: { ...query, field: 'tokens' }, aggregate: 'sum' }), [[428]]);
    assert.deepEqual(await figure({ query: { ...query, filter: 'status:failed agent:other model:"gpt-4o"' } }), [[1]]);
    assert.deepEqual((await figure({ groupBy: ['agent'] })).sort(), [
      ['other', 1],
      ['support', 3],
    ]);
    assert.deepEqual(await figure({ query: { ...query, field: 'duration_ms' }, aggregate: 'max' }), [[3_500_000]]);
  });

  describe('of patterns of log records', () => {
    const PROJECT = 22;
    const query = { signal: 'patterns' };
    const groupBy = ['pattern', 'service_name'];
    const long = 'word '.repeat(100);
    /** Bodies with the pattern that results from masking them. */
    const bodies: [title: string, pattern: string, ...bodies: string[]][] = [
      ['numbers', 'took <*> for <*> of <*>%', 'took 5ms for -12 of 10%', 'took 1.5s for +3,000.25 of 7.25%'],
      [
        'UUIDs',
        'trace <*> ended',
        'trace 550e8400-e29b-41d4-a716-446655440000 ended',
        'trace ABCDEFAB-abcd-abcd-abcd-abcdefabcdef ended',
      ],
      ['hexadecimal', 'at <*> in <*>', 'at 0xdeadbeef in 9f86d081884c7d65', 'at 0x0 in a1'],
      [
        'addresses',
        'from <*> to <*>',
        'from 10.0.0.1:8080 to 2001:db8::ff00:42:8329',
        'from 192.168.1.1/24 to fe80::a:b',
      ],
      ['dates', 'ran <*> <*>', 'ran 2026-11-25T22:41:04.123Z 12:30', 'ran 2026/11/25 12:30:45,123'],
      [
        'quoted values',
        `read <*> of user's file, can't <*>`,
        String.raw`read "a \"b\" c" of user's file, can't 'open it'`,
        `read "" of user's file, can't 'x'`,
      ],
      ['email addresses', 'sent to <*>', 'sent to jo.doe+x@mail.example.com', 'sent to kim@example.org'],
      ['paths', 'GET /users/<*>/cart?page=<*>', 'GET /users/17/cart?page=2', 'GET /users/u18-x9/cart?page=31'],
      [
        'JSON',
        '{"msg":<*>,"user": {"id":<*>},"ok":true}',
        '{"msg":"a b","user": {"id":7},"ok":true}',
        '{"msg":"c","user": {"id":"x"},"ok":true}',
      ],
      ['other scripts', 'größte Datei – 文件 <*> ☕', 'größte Datei – 文件 12 ☕', 'größte Datei – 文件 7 ☕'],
      ['several lines', 'failed: at main at <*>', 'failed:\n\tat main\r\nat 12', 'failed:\u0000at main\u0085at 7\n'],
      ['long bodies', long.slice(0, 119), long, `${long} 12`],
      ['long bodies after numbers', `<*> ${long}`.slice(0, 119) + 'w', `1 ${long}`, `123456789 ${long}`],
      ['long values', 'said <*>', `said "${long}"`, `said "${'x'.repeat(100_000)}"`],
      ['many values', '<*> '.repeat(30).trim(), '7 '.repeat(1_000), '12 '.repeat(900)],
      ['searched characters', 'a\\b * (c) OR:d ~ <*>', 'a\\b * (c) OR:d ~ 1', 'a\\b * (c) OR:d ~ 2'],
    ];
    beforeAll(() =>
      writer.logs(
        bodies.flatMap(([, , ...variants], nth) =>
          [...variants, '', ' \n'].map((body, index) => ({
            project: PROJECT,
            timestamp: END - BigInt(nth * 4 + index + 1) * SECOND,
            service: `s${nth}`,
            body,
            idTail: (nth * 4 + index).toString(16).padStart(16, '0'),
            release: 'v1',
          })),
        ),
      ),
    );

    for (const [nth, [title, pattern, ...variants]] of bodies.entries())
      it(`masks ${title}`, async () => {
        const found = await measure(PROJECT, {
          query: { ...query, filter: `service_name:s${nth} pattern:*` },
          groupBy,
        });
        assert.deepEqual(found, [
          { labels: { pattern, service_name: `s${nth}` }, values: [variants.length], samples: [variants.length] },
        ]);
        const filter = `pattern:"${pattern.replace(/["\\]/g, '\\$&')}" AND service_name:"s${nth}"`;
        assert.deepEqual(await measure(PROJECT, { query: { ...query, filter }, groupBy: ['release'] }), [
          { labels: { release: 'v1' }, values: [variants.length], samples: [variants.length] },
        ]);
      });

    it('counts one of several of many records for all of them', async () => {
      const records = 25_000;
      await engine.store.command(
        `INSERT INTO logs (project_number, retention_days, timestamp, record_id, service_name, body)
         SELECT 23, 30, fromUnixTimestamp64Nano({end:Int64} - (toInt64(number) + 1) * 11000000), unhex(leftPad(hex(number), 16, '0')), 'web',
           concat(if(number % 4 = 0, 'rare ', 'common '), toString(number)) FROM numbers({records:UInt64})`,
        { end: END, records },
      );
      // The hash of each record decides, so that the same ones are read again.
      const [once, again] = [await measure(23, { query, groupBy }), await measure(23, { query, groupBy })];
      assert.deepEqual(once, again);
      assert.deepEqual(
        once.map(({ labels }) => labels['pattern']),
        ['common <*>', 'rare <*>'],
      );
      for (const [nth, all] of [18_750, 6_250].entries()) {
        const [value = 0, read = 0] = [once[nth]?.values[0], once[nth]?.samples[0]];
        assert.equal(value, read * 3);
        assert.ok(Math.abs(value - all) < all * 0.1, `${value} of ${all}`);
      }
      // More windows read more rows.
      const few = { firstEnd: at(END - 210n * SECOND), count: 4, stepSeconds: 70, windowSeconds: 70, groupBy };
      const [common] = await measure(23, { query, ...few });
      assert.deepEqual(common?.values, common?.samples);
      assert.equal(
        common?.values.reduce((sum, one) => sum + one, 0),
        18_750,
      );
    });
  });

  it('counts errors by minutes and by records', async () => {
    const errors = Array.from({ length: 90 }, (_, index) => ({
      project: 30,
      timestamp: END - BigInt(index) * SECOND - 1n,
      service: index % 2 ? 'a' : 'b',
      distinctId: `u${index % 7}`,
    }));
    await writeErrors(writer, errors);
    const query = { signal: 'errors' };
    assert.deepEqual((await measure(30, { query, windowSeconds: 75 }))[0]?.values, [75]);
    assert.deepEqual((await measure(30, { query: { ...query, filter: 'service:a user:u1' } }))[0]?.values, [7]);
    const users = { query: { ...query, field: 'user' }, aggregate: 'unique' };
    assert.deepEqual((await measure(30, users))[0]?.values, [7]);
  });

  it('counts messages of events once, and supports properties and persons', async () => {
    const events = Array.from({ length: 30 }, (_, index) => ({
      project: 40,
      at: END - BigInt(index + 1) * SECOND,
      id: `p${index % 4}`,
      event: index % 3 ? 'paid' : 'opened',
      message: `m${index}`,
      properties: { plan: index % 2 ? 'free' : 'pro', total: index },
    }));
    const twice = new EventWriter(engine.store);
    await twice.events(events);
    await twice.events(events.slice(0, 10));
    const figure = async (query: object, others: object = {}) =>
      (await measure(40, { query: { signal: 'events', ...query }, ...others })).map(({ labels, values }) => [
        labels,
        values[0],
      ]);
    assert.deepEqual(await figure({}), [[{}, 30]]);
    assert.deepEqual(await figure({ event: 'paid' }), [[{}, 20]]);
    assert.deepEqual(await figure({ event: 'paid', filter: 'plan:pro total:>=20' }), [[{}, 4]]);
    assert.deepEqual(await figure({ field: 'total' }, { aggregate: 'sum' }), [[{}, 435]]);
    assert.deepEqual(await figure({ field: 'person' }, { aggregate: 'unique' }), [[{}, 4]]);
    assert.deepEqual(await figure({ event: 'opened' }, { groupBy: ['plan'] }), [
      [{ plan: 'free' }, 5],
      [{ plan: 'pro' }, 5],
    ]);
  });

  it('aggregates points of metrics in windows of any kind', async () => {
    const points = Array.from({ length: 30 }, (_, index) => ({
      timestamp: END - BigInt(30 - index) * MINUTE,
      value: index,
    }));
    await writeSeries(writer, { project: 50, metric: 'queue.depth', type: 1, hash: 1n }, points);
    const query = { signal: 'metrics', metric: 'queue.depth' };
    const values = async (others: object) => (await measure(50, { query, ...others }))[0]?.values;
    assert.deepEqual(await values({ aggregate: 'max' }), [29]);
    assert.deepEqual(await values({ aggregate: 'last' }), [29]);
    assert.deepEqual(await values({ aggregate: 'count' }), [5]);
    assert.deepEqual(
      await values({ aggregate: 'max', firstEnd: at(END - 4n * MINUTE), count: 5 }),
      [25, 26, 27, 28, 29],
    );
    assert.deepEqual(
      await values({
        aggregate: 'avg',
        firstEnd: at(END - 20n * MINUTE),
        count: 3,
        stepSeconds: 600,
        windowSeconds: 120,
      }),
      [8.5, 18.5, 28.5],
    );
    assert.deepEqual(await measure(50, { query: { signal: 'metrics', metric: 'absent' } }), []);
  });

  it('fails single measurements only', async () => {
    const results = await measureAll(60, [
      { query: { signal: 'logs', filter: 'level:(' } },
      { query: { signal: 'logs' } },
      { query: { signal: 'logs' } },
      { query: { signal: 'logs' }, aggregate: 'sum' },
      { query: { signal: 'metrics' } },
      { query: { signal: 'errors' }, aggregate: 'error_ratio' },
      { query: { signal: 'logs' }, count: 3000, stepSeconds: 1, windowSeconds: 2_592_000 },
    ]);
    assert.deepEqual(
      results.map(({ error = '' }) => error),
      ['invalid_query', '', '', 'invalid_query', 'invalid_query', 'invalid_query', 'too_expensive'],
    );
  });
});
