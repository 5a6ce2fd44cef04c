import assert from 'node:assert/strict';
import { encodeWrite, toBlock, type SentSeries } from '@svc/remote-write/testing';
import { ServiceError } from '@svc/service-error';
import { cpuBudget } from '@svc/test-servers';
import { plainSize } from './formats.js';
import { prepareInline } from './prepare.js';

/** Nothing that a client sends may hold the event loop longer; a unit is a millisecond. */
const UNITS = 20;
const BYTES = 64 * 1024;
const AT = Date.now();
const CONTEXT = { receivedAtNs: BigInt(AT) * 1_000_000n, retentionDays: 30 };

const repeat = (count: number, series: SentSeries): SentSeries[] => Array.from({ length: count }, () => series);
const sample = (labels: Record<string, string>, count = 1): SentSeries => ({
  labels,
  samples: Array.from({ length: count }, (_, index) => ({ value: index, timestamp: AT - index })),
});
const numbered = (count: number): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`l${count - at}`, 'x']));
const wide = {
  sum: 2,
  timestamp: AT,
  countInt: 2,
  positiveSpans: [
    { offset: 0, length: 1 },
    { offset: 2000, length: 1 },
  ],
  positiveDeltas: [1, 0],
};
const up = { __name__: 'up' };
/** Series of version 2 that refer only to a name of half the body, or to it and to another one that is equal. */
const long = toBlock(
  Buffer.concat([
    ...[1, 2].map(() => Buffer.concat([Buffer.from([0x22, 0x80, 0xa0, 0x01]), Buffer.alloc(0x5000, 'x')])),
    ...Array.from({ length: 1500 }, () => Buffer.from([0x2a, 10, 0x0a, 4, 0, 1, 1, 0, 0x12, 2, 0x10, 1])),
  ]),
);

/** Counters of version 2 with two names by turns, and a unit of half the body that none of them has. */
const counted = toBlock(
  Buffer.concat([
    Buffer.from([0x22, 0, 0x22, 8]),
    Buffer.from('__name__'),
    ...['a_count', 'b_count'].map((name) => Buffer.concat([Buffer.from([0x22, 7]), Buffer.from(name)])),
    Buffer.concat([Buffer.from([0x22, 0x80, 0xc0, 0x01]), Buffer.alloc(0x6000, 'x')]),
    ...Array.from({ length: 2400 }, (_, at) =>
      Buffer.from([0x2a, 12, 0x0a, 2, 1, 2 + (at % 2), 0x12, 0, 0x2a, 4, 8, 1, 0x20, 4]),
    ),
  ]),
);

const bodies: readonly [string, 1 | 2, Buffer][] = [
  ['series', 1, encodeWrite(1, repeat(1500, sample({ ...up, job: 'a' })))],
  ['series', 2, encodeWrite(2, repeat(1800, sample({ ...up, job: 'a' })))],
  ['samples', 1, encodeWrite(1, [sample(up, 3500)])],
  ['labels that are not sorted', 1, encodeWrite(1, [sample({ ...up, ...numbered(4000) })])],
  ['labels', 2, encodeWrite(2, [sample({ ...up, ...numbered(4000) })])],
  ['wide histograms', 2, encodeWrite(2, repeat(900, { labels: up, histograms: [wide] }))],
  ['empty series', 2, toBlock(Buffer.from('2a00'.repeat(30_000), 'hex'))],
  ['long names', 2, long],
  ['a long unit', 2, counted],
  ['symbols', 2, toBlock(Buffer.from('2200'.repeat(30_000), 'hex'))],
  ['metadata', 1, toBlock(Buffer.from('1a00'.repeat(30_000), 'hex'))],
];

for (const [name, version, body] of bodies) {
  it(`holds the event loop for less than ${UNITS} ms with ${name} in remote write ${version}`, async () => {
    const format = version === 1 ? 'remote-write-1' : 'remote-write-2';
    assert.ok(plainSize(format, body) <= BYTES, `a larger one is translated in a thread: ${plainSize(format, body)}`);
    await cpuBudget(name, UNITS, () => {
      try {
        prepareInline('metrics', format, body, CONTEXT);
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
      }
    });
  });
}
