import assert from 'node:assert/strict';
import { encodeWrite, readPoints, STALE, type SentHistogram } from '../testing/index.js';
import { translateRemoteWrite } from '../translate.js';

const AT = 1_790_000_000_000;
const VERSIONS = [1, 2] as const;
const LIMITS = { maxBytes: 1_000_000, maxItems: 10 };

const write = (version: 1 | 2, fields: Partial<SentHistogram>) => {
  const histogram = { sum: 10, timestamp: AT, ...fields };
  const body = encodeWrite(version, [{ labels: { __name__: 'latency_seconds' }, histograms: [histogram] }]);
  const { body: written, ...counts } = translateRemoteWrite(version, body, LIMITS);
  return { ...counts, point: readPoints(written)[0] };
};
const carriedBy = (version: 1 | 2, histograms: number) => (version === 1 ? {} : { samples: 0, histograms });
const POINT = {
  name: 'latency_seconds',
  unit: 's',
  aggregationTemporality: 2,
  timeUnixNano: `${AT}000000`,
  sum: 10,
};

/** Sparse buckets of 1, 3, 4 and 7, 8 with a gap of two after the third. */
const SPARSE = {
  positiveSpans: [
    { offset: -1, length: 3 },
    { offset: 2, length: 2 },
  ],
  positiveDeltas: [1, 2, 1, 3, 1],
};

describe('a native histogram', () => {
  it.each(VERSIONS)('becomes an exponential histogram in version %i', (version) => {
    const { point, carried, dropped } = write(version, {
      countInt: 28,
      schema: 3,
      zeroThreshold: 0.001,
      zeroCountInt: 2,
      ...SPARSE,
      negativeSpans: [{ offset: 4, length: 2 }],
      negativeDeltas: [1, 1],
    });
    assert.deepEqual(point, {
      ...POINT,
      kind: 'exponentialHistogram',
      count: '28',
      scale: 3,
      zeroCount: '2',
      zeroThreshold: 0.001,
      positive: { offset: -2, bucketCounts: ['1', '3', '4', '0', '0', '7', '8'] },
      negative: { offset: 3, bucketCounts: ['1', '2'] },
    });
    assert.deepEqual([carried, dropped], [carriedBy(version, 1), {}]);
  });

  it('becomes an explicit histogram if its buckets have bounds of their own', () => {
    const { point } = write(2, {
      countInt: 9,
      schema: -53,
      customValues: [0.1, 0.5, 1],
      positiveSpans: [
        { offset: 0, length: 1 },
        { offset: 1, length: 2 },
      ],
      positiveDeltas: [2, 1, 1],
    });
    assert.deepEqual(point, {
      ...POINT,
      kind: 'histogram',
      count: '9',
      explicitBounds: [0.1, 0.5, 1],
      bucketCounts: ['2', '0', '3', '4'],
    });
  });

  it('may have counts that are doubles, as long as they are whole', () => {
    const floats = { countFloat: 3, schema: 0, positiveSpans: [{ offset: 0, length: 2 }], positiveCounts: [1, 2] };
    assert.deepEqual(write(2, floats).point?.['positive'], { offset: -1, bucketCounts: ['1', '2'] });
    const { dropped, carried } = write(2, { ...floats, countFloat: 2.5, positiveCounts: [1, 1.5] });
    assert.deepEqual([dropped, carried], [{ fractional_histogram: 1 }, { samples: 0, histograms: 0 }]);
  });

  it('has a start', () => {
    const empty = { countInt: 0, sum: 0 };
    assert.equal(write(2, { ...empty, startTimestamp: AT - 1000 }).point?.['startTimeUnixNano'], `${AT - 1000}000000`);
    assert.equal(write(2, empty).point?.['startTimeUnixNano'], undefined);
  });

  it('is stored with a coarser scale if its buckets are far apart', () => {
    const spans = [
      { offset: 1, length: 1 },
      { offset: 4094, length: 2 },
    ];
    const { point } = write(2, { countInt: 6, schema: 8, positiveSpans: spans, positiveDeltas: [1, 1, 1] });
    const { offset, bucketCounts } = point?.['positive'] as { offset?: number; bucketCounts: string[] };
    assert.deepEqual([point?.['scale'], offset ?? 0, bucketCounts.length], [6, 0, 1025]);
    assert.deepEqual([bucketCounts[0], bucketCounts[1023], bucketCounts[1024]], ['1', '2', '3']);
  });

  it.each(VERSIONS)('that is a stale marker counts as stored in version %i', (version) => {
    const { point, carried, dropped } = write(version, { sum: STALE });
    assert.deepEqual([point, carried, dropped], [undefined, carriedBy(version, 1), { stale_marker: 1 }]);
  });

  it('may count observations that are not a number', () => {
    const { point } = write(2, { countInt: 30, sum: NaN, ...SPARSE });
    assert.equal(point?.['count'], '30');
  });

  it.each<[string, Partial<SentHistogram>, string]>([
    ['is a gauge', { countInt: 0, resetHint: 3 }, 'gauge_histogram'],
    ['counts more than its buckets', { countInt: 99, ...SPARSE }, 'invalid_histogram'],
    ['counts less than its buckets', { countInt: 22, sum: NaN, ...SPARSE }, 'invalid_histogram'],
    [
      'has too few counts',
      { countInt: 1, positiveSpans: [{ offset: 0, length: 2 }], positiveDeltas: [1] },
      'invalid_histogram',
    ],
    [
      'has too many counts',
      { countInt: 2, positiveSpans: [{ offset: 0, length: 1 }], positiveDeltas: [1, 0] },
      'invalid_histogram',
    ],
    [
      'has negative counts',
      { countInt: 0, positiveSpans: [{ offset: 0, length: 2 }], positiveDeltas: [1, -2] },
      'invalid_histogram',
    ],
    ['has a count that is not a number', { countFloat: NaN }, 'invalid_histogram'],
    [
      'has spans that overlap',
      {
        countInt: 2,
        positiveSpans: [
          { offset: 0, length: 1 },
          { offset: -1, length: 1 },
        ],
        positiveDeltas: [1, 0],
      },
      'invalid_histogram',
    ],
    ['has an unknown schema', { countInt: 0, schema: 21 }, 'invalid_histogram'],
    ['has a reserved schema', { countInt: 0, schema: -10 }, 'invalid_histogram'],
    ['has bounds that do not grow', { countInt: 0, schema: -53, customValues: [1, 1] }, 'invalid_histogram'],
    ['has an infinite bound', { countInt: 0, schema: -53, customValues: [1, Infinity] }, 'invalid_histogram'],
    [
      'has more buckets than bounds',
      { countInt: 1, schema: -53, customValues: [1], positiveSpans: [{ offset: 2, length: 1 }], positiveDeltas: [1] },
      'invalid_histogram',
    ],
    [
      'has custom buckets below zero',
      { countInt: 1, schema: -53, negativeSpans: [{ offset: 0, length: 1 }], negativeDeltas: [1] },
      'invalid_histogram',
    ],
    [
      'has buckets out of range',
      { countInt: 1, positiveSpans: [{ offset: 2147483647, length: 1 }], positiveDeltas: [1] },
      'invalid_histogram',
    ],
  ])('that %s is not stored', (_what, fields, reason) => {
    const { point, carried, dropped } = write(2, fields);
    assert.deepEqual([point, carried, dropped], [undefined, { samples: 0, histograms: 0 }, { [reason]: 1 }]);
  });
});
