import assert from 'node:assert/strict';
import type { Translation } from '@svc/otlp/wire';
import { encodeWrite, readPoints, STALE, type SentSeries } from './testing/index.js';
import { translateRemoteWrite } from './translate.js';

const VERSIONS = [1, 2] as const;
const LIMITS = { maxBytes: 1_000_000, maxItems: 1000 };
const AT = 1_790_000_000_123;
const TIME = { timeUnixNano: `${AT}000000` };
const CUMULATIVE = { aggregationTemporality: 2 };
const SUM = { kind: 'sum', ...CUMULATIVE, isMonotonic: true };

const write = (version: 1 | 2, ...series: SentSeries[]): Translation =>
  translateRemoteWrite(version, encodeWrite(version, series), LIMITS);
const sample = (labels: Record<string, string>, value: SentSeries['samples'] | number = 1): SentSeries => ({
  labels,
  samples: typeof value === 'number' ? [{ value, timestamp: AT }] : value,
});

describe('translateRemoteWrite', () => {
  it.each(VERSIONS)('translates the labels of version %i', (version) => {
    const labels = { __name__: 'http_requests_total', code: '200', empty: '', instance: 'a:80', job: 'shop' };
    const translated = write(version, sample(labels, 12.5));
    assert.deepEqual(readPoints(translated.body), [
      {
        resource: { 'service.name': 'shop', 'service.instance.id': 'a:80' },
        name: 'http_requests_total',
        ...SUM,
        asDouble: 12.5,
        ...TIME,
        attributes: { code: '200' },
      },
    ]);
    assert.deepEqual(translated.carried, version === 1 ? {} : { samples: 1, histograms: 0 });
    assert.deepEqual(translated.dropped, {});
  });

  it.each(VERSIONS)(
    'keeps the order of series and samples of version %i, and shares metrics and resources',
    (version) => {
      const samples = [0, 1, 2].map((value) => ({ value, timestamp: AT + value }));
      const { body } = write(
        version,
        sample({ __name__: 'up', job: 'a' }, samples),
        sample({ __name__: 'up', job: 'a', zone: 'x' }, 3),
        sample({ __name__: 'up', job: 'b' }, 4),
        sample({ __name__: 'load', job: 'b' }, 5),
        sample({ __name__: 'up' }, 6),
      );
      const points = readPoints(body);
      assert.deepEqual(
        points.map(({ asDouble }) => asDouble),
        [0, 1, 2, 3, 4, 5, 6],
      );
      assert.deepEqual(
        points.map(({ resource }) => resource?.['service.name']),
        ['a', 'a', 'a', 'a', 'b', 'b', undefined],
      );
      const text = body.toString('latin1');
      assert.equal(text.split('service.name').length - 1, 2, 'a resource for each job');
      assert.equal(text.split('up').length - 1, 3, 'a metric for each of its resources');
    },
  );

  it.each([
    ['shop', { 'service.name': 'shop' }],
    ['eu/shop', { 'service.namespace': 'eu', 'service.name': 'shop' }],
    ['/shop', { 'service.name': '/shop' }],
    ['eu/', { 'service.name': 'eu/' }],
    ['eu/west/shop', { 'service.name': 'eu/west/shop' }],
    ['', undefined],
  ])('reads the service of the job %j', (job, resource) => {
    assert.deepEqual(readPoints(write(2, sample({ __name__: 'up', job })).body)[0]?.resource, resource);
  });

  it('takes type, help, unit and start from the metadata of version 2', () => {
    const described = { type: 1, help: 'Bytes sent.', unit: 'bytes', created: AT - 5000 };
    const startTimeUnixNano = `${AT - 5000}000000`;
    const [byMetadata, bySample] = readPoints(
      write(
        2,
        { ...sample({ __name__: 'sent' }), ...described },
        { ...sample({ __name__: 'sent' }, [{ value: 1, timestamp: AT, startTimestamp: AT - 9000 }]), ...described },
      ).body,
    );
    const metric = { name: 'sent', unit: 'By', description: 'Bytes sent.', ...SUM, asDouble: 1, ...TIME };
    assert.deepEqual(byMetadata, { ...metric, startTimeUnixNano });
    assert.deepEqual(bySample, { ...metric, startTimeUnixNano: `${AT - 9000}000000` });
  });

  it('takes type, help and unit from the metadata of a family in version 1, and counts those without series', () => {
    const family = { labels: { __name__: 'jobs' }, type: 1, help: 'Jobs done.', unit: 'jobs' };
    const { body, dropped } = write(1, sample({ __name__: 'jobs_total' }), family, {
      labels: { __name__: 'x' },
      type: 2,
    });
    const metric = { name: 'jobs_total', unit: 'jobs', description: 'Jobs done.', ...SUM };
    assert.deepEqual(readPoints(body), [{ ...metric, asDouble: 1, ...TIME }]);
    assert.deepEqual(dropped, { metadata: 1 });
  });

  it('leaves out the start of a gauge', () => {
    const [point] = readPoints(write(2, { ...sample({ __name__: 'up' }), type: 2, created: AT - 1 }).body);
    assert.deepEqual(point, { name: 'up', kind: 'gauge', asDouble: 1, ...TIME });
  });

  it.each(VERSIONS)('counts what it leaves out of version %i by reason', (version) => {
    const translated = write(
      version,
      sample({ __name__: 'ended' }, [
        { value: STALE, timestamp: AT },
        { value: 2, timestamp: AT },
      ]),
      { ...sample({ __name__: 'traced' }), exemplars: [{ value: 1, timestamp: AT }] },
      sample({ job: 'nameless' }),
      sample({ __name__: '' }),
      sample({ __name__: 'up', '': 'x' }),
      { labels: { __name__: 'empty' } },
    );
    assert.deepEqual(
      readPoints(translated.body).map(({ name }) => name),
      ['ended', 'traced'],
    );
    assert.deepEqual(translated.carried, version === 1 ? {} : { samples: 3, histograms: 0 });
    const dropped = { exemplar: 1, empty_series: 1, metric_name_missing: 2, invalid_labels: 1, stale_marker: 1 };
    assert.deepEqual(translated.dropped, dropped);
  });

  it.each(VERSIONS)('limits the samples and bytes of version %i', (version) => {
    const body = encodeWrite(version, [sample({ __name__: 'a' }), sample({ __name__: 'b' })]);
    assert.throws(() => translateRemoteWrite(version, body, { ...LIMITS, maxItems: 1 }), { code: 'payload_too_large' });
    assert.throws(() => translateRemoteWrite(version, body, { ...LIMITS, maxBytes: 10 }), {
      code: 'payload_too_large',
    });
  });

  it('stops early when a small request stands for a large one', () => {
    const long = 'x'.repeat(50_000);
    const labels = Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`label_${at}`, long]));
    const body = encodeWrite(2, Array<SentSeries>(500).fill(sample({ __name__: 'up', ...labels })));
    assert.throws(() => translateRemoteWrite(2, body, { maxBytes: 2_500_000, maxItems: 1000 }), {
      code: 'payload_too_large',
    });
  });
});
