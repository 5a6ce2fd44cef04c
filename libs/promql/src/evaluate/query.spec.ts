import assert from 'node:assert/strict';
import { ReadableStream } from 'node:stream/web';
import { PromqlError } from '../errors.js';
import { Labels } from '../labels/labels.js';
import type { GridSeries, RangeRequest, RawSeries, SeriesSource } from '../source/source.js';
import { parse } from '../syntax/parse.js';
import { queryInstant, queryRange, type Query } from './query.js';

const MINUTE = 60_000;

/** Counters with a sample each 15 s for an hour, each of which grows by its number and 1. */
function counters(count: number): RawSeries[] {
  const times = Float64Array.from({ length: 240 }, (_, index) => index * 15_000);
  return Array.from({ length: count }, (_, number) => ({
    labels: Labels.from(
      Object.entries({ __name__: 'requests_total', pod: `pod-${number}`, zone: `zone-${number % 3}` }),
    ),
    times,
    values: times.map((_, index) => index * (number + 1)),
  }));
}

function sourceOf(series: readonly RawSeries[]): SeriesSource {
  return { select: () => ReadableStream.from([series]) };
}

function query(text: string, source: SeriesSource, more: Partial<Query> = {}): Query {
  return { text, expr: parse(text), source, settings: more.settings, signal: more.signal };
}

it('evaluates at an instant', async () => {
  const { value, warnings, infos } = await queryInstant(
    query('sum by (zone) (rate(requests_total[5m]))', sourceOf(counters(6))),
    30 * MINUTE,
  );
  assert.ok(value.type === 'vector');
  assert.deepEqual(
    value.series.map(({ labels, values }) => [labels.toString(), values[0].toFixed(6)]),
    [
      ['{zone="zone-0"}', '0.333333'],
      ['{zone="zone-1"}', '0.466667'],
      ['{zone="zone-2"}', '0.600000'],
    ],
  );
  assert.deepEqual([warnings, infos], [[], []]);
});

it('evaluates a range, sorted by labels', async () => {
  const bounds = { start: 10 * MINUTE, end: 12 * MINUTE, step: MINUTE };
  const { value } = await queryRange(query('-requests_total', sourceOf(counters(2).reverse())), bounds);
  assert.ok(value.type === 'matrix');
  assert.deepEqual(
    value.series.map(({ labels, times, values }) => [labels.get('pod'), [...times], [...values]]),
    [
      ['pod-0', [600_000, 660_000, 720_000], [-40, -44, -48]],
      ['pod-1', [600_000, 660_000, 720_000], [-80, -88, -96]],
    ],
  );
});

it('drops names of metrics at once unless they are to be dropped at the end', async () => {
  const text = `count by (was) (label_replace(rate(requests_total[5m]), "was", "$1", "__name__", "(.+)"))`;
  const names = async (delaysNames: boolean) => {
    const { value } = await queryInstant(
      query(text, sourceOf(counters(2)), { settings: { delaysNames } }),
      30 * MINUTE,
    );
    return value.type === 'vector' ? value.series.map(({ labels }) => labels.toString()) : [];
  };
  assert.deepEqual(await names(false), ['{}']);
  assert.deepEqual(await names(true), ['{was="requests_total"}']);
});

it('asks the source for a function of ranges on the grid of the ends, and reads samples if it cannot', async () => {
  const asked: RangeRequest[] = [];
  const given: GridSeries = {
    labels: Labels.from([['__name__', 'x']]),
    values: Float64Array.of(1, 2, 0),
    present: Uint8Array.of(1, 1, 0),
  };
  const source: SeriesSource = {
    select: () => ReadableStream.from([counters(1)]),
    range: (request) => {
      asked.push(request);
      return Promise.resolve(request.function === 'rate' ? ReadableStream.from([[given]]) : undefined);
    },
  };
  const bounds = { start: 10 * MINUTE, end: 12 * MINUTE, step: MINUTE };
  const { value, infos } = await queryRange(query('rate(x[5m] offset 1m)', source), bounds);
  assert.deepEqual(value, {
    type: 'matrix',
    series: [{ labels: Labels.EMPTY, times: Float64Array.of(600_000, 660_000), values: Float64Array.of(1, 2) }],
  });
  assert.deepEqual(
    asked.map(({ function: name, ends, range }) => ({ name, ends, range })),
    [{ name: 'rate', ends: { start: 9 * MINUTE, step: MINUTE, count: 3 }, range: 5 * MINUTE }],
  );
  assert.deepEqual(infos, [
    'PromQL info: metric might not be a counter, name does not end in _total/_sum/_count/_bucket: "x" (1:6)',
  ]);
  const read = await queryRange(query('increase(requests_total[5m])', source), bounds);
  assert.ok(read.value.type === 'matrix' && Math.abs(read.value.series[0].values[0] - 20) < 1e-9);
});

const refused: readonly [string, string, Partial<Query>][] = [
  ['more series than allowed', 'requests_total', { settings: { maxSeries: 5 } }],
  ['more points than allowed', 'requests_total', { settings: { maxPoints: 100 } }],
  ['series that become the same', 'label_replace(requests_total, "pod", "", "pod", ".*")', {}],
  ['several series on the side of one', 'requests_total + on (zone) requests_total', {}],
];
for (const [what, text, more] of refused) {
  it(`refuses ${what}`, () => {
    const made = queryInstant(query(text, sourceOf(counters(6)), more), 30 * MINUTE);
    return assert.rejects(made, (error) => error instanceof PromqlError && error.type === 'execution');
  });
}

it('refuses native histograms', () => {
  const [series] = counters(1);
  const made = queryInstant(query('requests_total', sourceOf([{ ...series, hasHistograms: true }])), 30 * MINUTE);
  return assert.rejects(made, /native histograms are not supported yet/);
});

it('stops once it is canceled', async () => {
  const control = new AbortController();
  const bounds = { start: 0, end: 60 * MINUTE, step: 15_000 };
  const made = queryRange(
    query('sum(rate(requests_total[10m]))', sourceOf(counters(2_000)), { signal: control.signal }),
    bounds,
  );
  setImmediate(() => control.abort());
  await assert.rejects(made, (error) => error instanceof PromqlError && error.type === 'canceled');
});
