import assert from 'node:assert/strict';
import { NOW_MS } from '@svc/reading/testing';
import { START, startPrometheus, type PrometheusSubject } from './prometheus.fixture.js';

/** Values at 61 times, ten seconds apart. */
const ramp = (step: number) => Array.from({ length: 61 }, (_, at) => ({ value: at * step }));
const bounds = { start: String(START / 1_000), end: String(NOW_MS / 1_000) };

describe('the query interface of Prometheus', () => {
  let prometheus: PrometheusSubject;
  beforeAll(async () => {
    prometheus = await startPrometheus();
  });
  afterAll(() => prometheus.stop());

  it('finds what remote write stored under its own names and labels', async () => {
    const shop = {
      service: 'shop',
      job: 'eu/shop',
      instance: 'a:9090',
      attributes: { code: '200', _x: 'y', 'a.b': 'c' },
    };
    await prometheus.write({ metric: 'jobs', type: 2, temporality: 2, isMonotonic: true, ...shop }, ramp(10));
    const labels = { __name__: 'jobs', _x: 'y', 'a.b': 'c', code: '200', instance: 'a:9090', job: 'eu/shop' };
    assert.deepEqual(await prometheus.vector('jobs'), [[labels, '600']]);
    assert.deepEqual(await prometheus.vector('{__name__=~"job.*", "a.b"="c", job=~".*/shop", code!="500"}'), [
      [labels, '600'],
    ]);
    assert.deepEqual(await prometheus.vector('sum by (code) (rate(jobs{code="200"}[1m]))'), [[{ code: '200' }, '1']]);
    assert.deepEqual(await prometheus.vector('jobs{code="500"}'), []);
    assert.deepEqual(await prometheus.vector('jobs', NOW_MS + 299_000), [[labels, '600']]);
    assert.deepEqual(await prometheus.vector('jobs', NOW_MS + 301_000), []);
  });

  it('translates names, units and labels of OpenTelemetry, and finds the original names as well', async () => {
    await prometheus.write(
      {
        metric: 'http.server.sent',
        type: 2,
        temporality: 2,
        isMonotonic: true,
        unit: 'By',
        scope: 'http',
        service: 'web',
        job: 'shop/web',
        environment: 'prod',
        attributes: { 'http.method': 'GET' },
      },
      ramp(1),
    );
    const labels = { deployment_environment_name: 'prod', http_method: 'GET', job: 'shop/web' };
    const translated = { __name__: 'http_server_sent_bytes_total', ...labels };
    assert.deepEqual(await prometheus.vector('http_server_sent_bytes_total'), [[translated, '60']]);
    assert.deepEqual(await prometheus.vector('{http_method="GET"}'), [[translated, '60']]);
    assert.deepEqual(await prometheus.vector('{"http.server.sent", "http.method"="GET"}'), [
      [
        {
          __name__: 'http.server.sent',
          'deployment.environment.name': 'prod',
          'http.method': 'GET',
          job: 'shop/web',
        },
        '60',
      ],
    ]);
  });

  it('reads histograms as cumulative buckets, sums and counts, and summaries as quantiles', async () => {
    const histogram = { metric: 'latency', type: 3, temporality: 2, unit: 's', scope: 'http' } as const;
    const counts = Array.from({ length: 61 }, (_, at) => ({
      count: at * 4,
      sum: at * 2,
      explicit_bounds: [0.5, 1],
      bucket_counts: [at, at * 2, at],
    }));
    await prometheus.write({ ...histogram, service: 'web', job: 'web' }, counts);
    const name = 'latency_seconds_bucket';
    assert.deepEqual(await prometheus.vector('latency_seconds_bucket'), [
      [{ __name__: name, job: 'web', le: '+Inf' }, '240'],
      [{ __name__: name, job: 'web', le: '0.5' }, '60'],
      [{ __name__: name, job: 'web', le: '1' }, '180'],
    ]);
    assert.deepEqual(await prometheus.vector('latency_seconds_bucket{le="1"}'), [
      [{ __name__: name, job: 'web', le: '1' }, '180'],
    ]);
    assert.deepEqual(await prometheus.vector('latency_seconds_sum / latency_seconds_count'), [[{ job: 'web' }, '0.5']]);
    assert.deepEqual(await prometheus.vector('histogram_quantile(0.5, rate(latency_seconds_bucket[5m]))'), [
      [{ job: 'web' }, '0.75'],
    ]);
    await prometheus.write({ metric: 'size', type: 5, scope: 's' }, [
      { count: 3, sum: 6, quantiles: [0.5, 0.99], quantile_values: [2, 3] },
    ]);
    assert.deepEqual(await prometheus.vector('size', START + 1_000), [
      [{ __name__: 'size', quantile: '0.5' }, '2'],
      [{ __name__: 'size', quantile: '0.99' }, '3'],
    ]);
  });

  it('keeps numbers that are not finite', async () => {
    await prometheus.write({ metric: 'odd', type: 1 }, [
      { value: 'inf' },
      { value: '-inf' },
      { value: 'nan' },
      { value: 0 },
    ]);
    const { body } = await prometheus.ask('query', { query: 'odd[1m]', time: String(START / 1_000 + 40) });
    assert.match(JSON.stringify(body.data), /"\+Inf"\].*"-Inf"\].*"NaN"\].*"0"\]/);
  });

  it('adds up changes, joins streams with the same labels, and says so', async () => {
    const changes = Array.from({ length: 61 }, () => ({ value: 5 }));
    await prometheus.write({ metric: 'sent', type: 2, temporality: 1, isMonotonic: true, scope: 's' }, changes);
    const { body } = await prometheus.ask('query', { query: 'rate(sent_total[1m])', time: bounds.end });
    assert.match(JSON.stringify(body.data), /"0\.5"/);
    assert.match(body.warnings?.[0] ?? '', /^sent is sent as changes/);
    for (const scope of ['a', 'b']) await prometheus.write({ metric: 'twice', type: 1, scope }, [{ value: 1 }]);
    const { body: joined } = await prometheus.ask('query', { query: 'twice', time: String(START / 1_000) });
    assert.match(joined.warnings?.[0] ?? '', /^several streams of twice have the same labels/);
    assert.equal((joined.data as { readonly result: readonly unknown[] }).result.length, 1);
  });

  it('answers ranges, and lists names, values, series and metadata', async () => {
    await prometheus.write({ metric: 'level', type: 1, service: 's', job: 's', unit: 'Cel', scope: 'x' }, ramp(1));
    const { body } = await prometheus.ask('query_range', { query: 'level_celsius', ...bounds, step: '5m' });
    assert.deepEqual(body.data, {
      resultType: 'matrix',
      result: [
        {
          metric: { __name__: 'level_celsius', job: 's' },
          values: [0, 30, 60].map((value, at) => [START / 1_000 + at * 300, String(value)]),
        },
      ],
    });
    const list = async (endpoint: string, parameters: Record<string, string> = {}) =>
      (await prometheus.ask(endpoint, { ...bounds, ...parameters })).body.data;
    assert.deepEqual(await list('labels', { 'match[]': 'latency_seconds_bucket' }), ['__name__', 'job', 'le']);
    assert.deepEqual(await list('label_values', { label: 'le', 'match[]': '{job="web"}' }), ['+Inf', '0.5', '1']);
    const names = (await list('label_values', { label: '__name__' })) as string[];
    assert.ok(names.includes('jobs') && names.includes('latency_seconds_count'), names.join());
    assert.deepEqual(await list('series', { 'match[]': '{__name__=~"level.*"}' }), [
      { __name__: 'level_celsius', job: 's' },
    ]);
    assert.deepEqual(await list('metadata', { metric: 'level_celsius' }), {
      level_celsius: [{ type: 'gauge', help: '', unit: 'celsius' }],
    });
    assert.deepEqual(await list('label_values', { label: '__name__', 'match[]': '{job="s"}' }), ['level_celsius']);
    assert.deepEqual(await list('query_exemplars', { query: 'jobs' }), []);
    const cut = await prometheus.ask('label_values', { ...bounds, label: '__name__', limit: '1' });
    assert.equal((cut.body.data as string[]).length, 1);
    assert.equal(cut.body.warnings?.length, 1);
  });

  it('reads only the series of the project', async () => {
    await prometheus.write({ project: 2, metric: 'theirs', type: 1 }, ramp(1));
    assert.deepEqual(await prometheus.vector('theirs'), []);
    assert.deepEqual(await prometheus.vector('theirs', NOW_MS, 2), [[{ __name__: 'theirs' }, '60']]);
    const { body } = await prometheus.ask('label_values', { label: '__name__' }, 2);
    assert.deepEqual(body.data, ['theirs']);
  });

  const refused: readonly [
    endpoint: string,
    parameters: Record<string, string>,
    status: number,
    kind: string,
    error: RegExp,
  ][] = [
    ['query', { query: 'sum(' }, 400, 'bad_data', /parse error/],
    ['query', {}, 400, 'bad_data', /"query": is required/],
    ['query', { query: '1', time: 'noon' }, 400, 'bad_data', /"time": must be/],
    ['query_range', { query: '1', ...bounds, step: '0' }, 400, 'bad_data', /"step": must be/],
    ['query_range', { query: '1', start: '0', end: '11001', step: '1' }, 400, 'bad_data', /"step": must be longer/],
    ['query', { query: 'jobs + on () {__name__=~"jobs|level_celsius"}' }, 422, 'execution', /many-to-many|duplicate/],
    ['series', {}, 400, 'bad_data', /"match\[\]": is required/],
    ['query', { query: '1', timeout: 'x' }, 400, 'bad_data', /"timeout": must be/],
  ];
  it.each(refused)('refuses %s %j with %i', async (endpoint, parameters, status, kind, error) => {
    const answer = await prometheus.ask(endpoint, parameters);
    assert.deepEqual([answer.status, answer.body.status, answer.body.errorType], [status, 'error', kind]);
    assert.match(answer.body.error ?? '', error);
  });

  it('ends a query whose time is over, or whose caller has left', async () => {
    const long = { query: 'sum_over_time(vector(1)[20d:1s])' };
    const late = await prometheus.ask('query', { ...long, timeout: '1ms' });
    assert.deepEqual([late.status, late.body.errorType], [503, 'timeout']);
    const left = await prometheus.ask('query', { query: 'jobs' }, 1, AbortSignal.abort());
    assert.deepEqual([left.status, left.body.errorType], [503, 'canceled']);
  });
});
