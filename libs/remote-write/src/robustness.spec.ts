import assert from 'node:assert/strict';
import { skim } from '@svc/otlp';
import { ServiceError } from '@svc/service-error';
import fc from 'fast-check';
import { encodeWrite, readPoints, toBlock, type SentHistogram, type SentSeries } from './testing/index.js';
import { encodeRequest } from './testing/schema.js';
import { translateRemoteWrite } from './translate.js';

const VERSIONS = [1, 2] as const;
const LIMITS = { maxBytes: 10_000_000, maxItems: 100_000 };
const AT = 1_790_000_000_000;
const CONTEXT = { receivedAtNs: BigInt(AT) * 1_000_000n, retentionDays: 30 };

const timestamp = fc.integer({ min: AT - 1_000_000, max: AT });
/** No label with a meaning of its own, such as job, has an x. */
const name = fc.stringMatching(/^x[a-z_]{1,8}$/);
const buckets = fc.array(fc.nat(300), { maxLength: 12 }).map((counts) => ({
  spans: [{ offset: 2, length: counts.length }],
  deltas: counts.map((count, at) => count - (counts[at - 1] ?? 0)),
  total: counts.reduce((sum, count) => sum + count, 0),
}));
const histogram: fc.Arbitrary<SentHistogram> = fc
  .record({ positive: buckets, negative: buckets, at: timestamp })
  .map(({ positive, negative, at }) => ({
    sum: 1,
    timestamp: at,
    countInt: positive.total + negative.total,
    positiveSpans: positive.spans,
    positiveDeltas: positive.deltas,
    negativeSpans: negative.spans,
    negativeDeltas: negative.deltas,
  }));
const series: fc.Arbitrary<SentSeries> = fc.record({
  labels: fc
    .tuple(name, fc.dictionary(name, fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }), { maxKeys: 40 }))
    .map(([metric, labels]) => ({ ...labels, __name__: metric })),
  samples: fc.array(fc.record({ value: fc.double(), timestamp }), { maxLength: 3 }),
  histograms: fc.array(histogram, { maxLength: 2 }),
});
const request = fc.array(series, { maxLength: 8 });

const countAll = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

/** Translates, and checks that a refusal says what is wrong with the request. */
function attempt(version: 1 | 2, block: Buffer): void {
  try {
    const { body, carried } = translateRemoteWrite(version, block, LIMITS);
    const { items } = skim('metrics', body, CONTEXT);
    if (version === 2) assert.ok(items <= countAll(carried));
  } catch (error) {
    assert.ok(error instanceof ServiceError && error.code === 'invalid_request', String(error));
  }
}

describe.each(VERSIONS)('remote writes of version %i', (version) => {
  it('become points with the same values, times and labels, in their order', () => {
    fc.assert(
      fc.property(request, (sent) => {
        const { body, carried } = translateRemoteWrite(version, encodeWrite(version, sent), LIMITS);
        const points = readPoints(body);
        const { accepted, items } = skim('metrics', body, CONTEXT);
        assert.deepEqual([accepted, items], [points.length, points.length]);
        if (version === 2) assert.equal(countAll(carried), points.length);
        const expected = sent.flatMap(({ labels, samples = [], histograms = [] }) => {
          const { __name__: metric, ...attributes } = labels;
          const point = (at: number) => [metric, `${at}000000`, attributes];
          return [
            ...samples.map((one) => [...point(one.timestamp), one.value]),
            ...histograms.map((one) => [...point(one.timestamp), Number(one['countInt'])]),
          ];
        });
        const read = points.map((one) => {
          const count = one['asDouble'] ?? Number(one['count'] ?? 0);
          return [one.name, one['timeUnixNano'], one.attributes ?? {}, count];
        });
        assert.deepEqual(read, expected);
      }),
      { numRuns: 150 },
    );
  });

  it('are refused, or translated in part, wherever they are damaged', () => {
    const damage = fc.record({ at: fc.nat(), value: fc.nat(255), cut: fc.boolean() });
    fc.assert(
      fc.property(request, fc.array(damage, { minLength: 1, maxLength: 4 }), (sent, damages) => {
        const block = encodeWrite(version, sent);
        let plain = Buffer.from(block.subarray(plainStart(block)));
        for (const { at, value, cut } of damages) {
          if (plain.length === 0) break;
          plain[at % plain.length] = value;
          if (cut) plain = plain.subarray(0, at % plain.length);
        }
        attempt(version, toBlock(plain));
      }),
      { numRuns: 2000 },
    );
  });

  it('of any bytes are refused or have nothing to store', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        attempt(version, toBlock(Buffer.from(bytes)));
        attempt(version, Buffer.from(bytes));
      }),
      { numRuns: 3000 },
    );
  });
});

it.each<[string, 1 | 2, Buffer]>([
  ['fields of version 2 as version 1', 1, encodeRequest(2, { symbols: [''] })],
  ['fields of version 1 as version 2', 2, encodeRequest(1, { timeseries: [{}] })],
  ['a label without symbol', 2, encodeRequest(2, { symbols: [''], timeseries: [{ labelsRefs: [0, 7] }] })],
  ['a help without symbol', 2, encodeRequest(2, { symbols: [''], timeseries: [{ metadata: { helpRef: 7 } }] })],
])('refuses %s', (_what, version, plain) => {
  assert.throws(() => translateRemoteWrite(version, toBlock(plain), LIMITS), { code: 'invalid_request' });
});

/** The blocks of the specs have one literal, after the size of the content and three bytes of its own. */
function plainStart(block: Buffer): number {
  return block.findIndex((byte) => byte < 0x80) + 1 + 3;
}
