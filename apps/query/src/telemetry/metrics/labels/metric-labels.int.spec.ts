import assert from 'node:assert/strict';
import { at, DAY, INJECTION_ATTEMPTS, HOUR, NOW, testScope, SECOND, TelemetryWriter } from '@svc/reading/testing';
import { BASE, startMetrics, withValues, type MetricsSubject } from '../metrics.fixture.js';

/** Start of the day of the tests' current time, which is when a continuous series was last recorded. */
const TODAY = Number((NOW - (NOW % DAY)) / SECOND);

describe('metric labels', () => {
  let metrics: MetricsSubject;
  beforeAll(async () => {
    metrics = await startMetrics();
  });
  afterAll(() => metrics.stop());

  const write = (
    name: string,
    attributes: Readonly<Record<string, string>>,
    times: readonly bigint[] = [BASE],
    others: { service?: string; lastSeen?: number; project?: number; type?: 1 | 5 } = {},
  ) =>
    metrics.write(
      metrics.series(name, { type: 1, attributes, lastSeen: TODAY, ...others }),
      times.map((timestamp) => ({
        timestamp,
        value: 1,
        ...(others.type === 5 && { value: undefined, count: 1, sum: 1 }),
      })),
    );

  it('counts labels by series, each with its most frequent values', async () => {
    for (let index = 0; index < 30; index++) {
      const attributes = { id: `v${index}`, method: index % 3 === 0 ? 'PUT' : 'GET', ...(index < 5 && { rare: 'x' }) };
      await write('counted', attributes, [BASE, BASE + SECOND], { service: index < 10 ? 'a' : 'b' });
    }
    const { seriesCount, labels } = await metrics.labels('counted');
    assert.equal(seriesCount, 30n);
    assert.deepEqual(
      labels?.map(({ name, source, valueCount, seriesCount: carriers }) => [name, source, valueCount, carriers]),
      [
        ['service_name', 'resource', 2n, 30n],
        ['id', 'attribute', 30n, 30n],
        ['method', 'attribute', 2n, 30n],
        ['rare', 'attribute', 1n, 5n],
      ],
    );
    const top = new Map(labels?.map(({ name, topValues }) => [name, topValues]));
    assert.deepEqual(top.get('service_name'), [
      { value: 'b', seriesCount: 20n },
      { value: 'a', seriesCount: 10n },
    ]);
    assert.deepEqual(top.get('method'), [
      { value: 'GET', seriesCount: 20n },
      { value: 'PUT', seriesCount: 10n },
    ]);
    assert.equal(top.get('id')?.length, 10);
  });

  it('includes the attributes of the resource, each of which filters and groups', async () => {
    await write('placed', { method: 'GET' }, [BASE], { service: 'web' });
    const tenant = { 'service.name': 'web', tenant: 'acme', 'k8s.pod.name': 'web-1' };
    await new TelemetryWriter(metrics.store).resource(1, 77n, tenant);
    await metrics.store.command(
      "INSERT INTO metric_series SELECT * REPLACE (77 AS resource_hash, last_seen + 1 AS last_seen) FROM metric_series WHERE metric_name = 'placed'",
    );
    await metrics.store.command('OPTIMIZE TABLE metric_series FINAL');
    const { labels = [], seriesCount } = await metrics.labels('placed');
    assert.equal(seriesCount, 1n);
    assert.deepEqual(
      labels.map(({ name, source, topValues }) => [name, source, topValues?.[0]?.value]),
      [
        ['k8s.pod.name', 'resource', 'web-1'],
        ['service_name', 'resource', 'web'],
        ['tenant', 'resource', 'acme'],
        ['method', 'attribute', 'GET'],
      ],
    );
    for (const { name = '', topValues } of labels) {
      const value = topValues?.[0]?.value ?? '';
      const { series = [] } = await metrics.query('placed', { groupBy: [name], q: `${name}:"${value}"` });
      assert.deepEqual(
        series.map((one) => one.labels),
        [{ [name]: value }],
      );
    }
  });

  it('includes series with a point in the window, even if a series continued after it', async () => {
    await write('moved', { when: 'before and after' }, [NOW - 3n * DAY, NOW - HOUR]);
    await write('moved', { when: 'between' }, [NOW - 2n * DAY], { lastSeen: TODAY - 2 * 86_400 });
    await write('moved', { when: 'now' }, [NOW - HOUR]);
    const listValues = async (window: Parameters<typeof metrics.labels>[1]) =>
      (await metrics.labels('moved', window)).labels?.flatMap(({ topValues }) => topValues?.map(({ value }) => value));
    assert.deepEqual(await listValues({}), ['before and after', 'now']);
    assert.deepEqual(await listValues({ startTime: at(NOW - 4n * DAY), endTime: at(NOW - DAY) }), [
      'before and after',
      'between',
    ]);
    assert.deepEqual(await listValues({ startTime: at(NOW - 2n * DAY), endTime: at(NOW - DAY) }), ['between']);
    assert.deepEqual(await listValues({ startTime: at(NOW - 20n * DAY), endTime: at(NOW - 19n * DAY) }), []);
  });

  it('finds labels of every kind of points', async () => {
    await write('kinds', { kind: 'summary' }, [BASE], { type: 5 });
    assert.equal((await metrics.labels('kinds')).seriesCount, 1n);
  });

  it('distinguishes an attribute from a resource label with the same name', async () => {
    await write('named alike', { service_name: 'of the point' }, [BASE], { service: 'of the resource' });
    const { labels } = await metrics.labels('named alike');
    assert.deepEqual(
      labels?.map(({ name, source, topValues }) => [name, source, topValues?.[0]?.value]),
      [
        ['service_name', 'resource', 'of the resource'],
        ['service_name', 'attribute', 'of the point'],
      ],
    );
  });

  it('has one label for old and new names of semantic conventions, which group and filter alike', async () => {
    await write('renamed', { 'http.method': 'GET', 'db.system': 'redis' });
    await write('renamed', { 'http.request.method': 'GET' });
    await write('renamed', { 'http.request.method': 'PUT', 'http.method': 'PUT' });
    await write('renamed', { route: '/' });
    const { labels = [] } = await metrics.labels('renamed');
    assert.deepEqual(
      labels.map(({ name, source, valueCount, seriesCount, topValues }) => [
        ...[name, source, valueCount, seriesCount],
        topValues?.map(({ value }) => value).join(' '),
      ]),
      [
        ['db.system.name', 'attribute', 1n, 1n, 'redis'],
        ['http.request.method', 'attribute', 2n, 3n, 'GET PUT'],
        ['route', 'attribute', 1n, 1n, '/'],
      ],
    );
    for (const name of ['http.method', 'http.request.method', 'attributes.http.method']) {
      const groups = async (q: string) =>
        (await metrics.query('renamed', { groupBy: [name], q, agg: 'count' })).series
          ?.map((one) => `${one.labels?.[name] ?? ''} ${withValues(one.points)[0]?.value ?? 0}`)
          .sort();
      assert.deepEqual(await groups(''), [' 1', 'GET 2', 'PUT 1']);
      assert.deepEqual(await groups(`${name}:*`), ['GET 2', 'PUT 1']);
      assert.deepEqual(await groups(`-${name}:GET`), [' 1', 'PUT 1']);
    }
  });

  it('reports not found for unknown metrics and those of other projects', async () => {
    await write('theirs', { a: 'b' }, [BASE], { project: 71 });
    for (const name of ['theirs', 'nobody', ...INJECTION_ATTEMPTS])
      await assert.rejects(metrics.labels(name), { code: 'not_found' });
    assert.equal((await metrics.labels('theirs', {}, testScope(71))).seriesCount, 1n);
  });
});
