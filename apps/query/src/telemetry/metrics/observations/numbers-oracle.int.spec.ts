import assert from 'node:assert/strict';
import { at, HOUR, MINUTE, type PointFixture, SECOND, type SeriesFixture } from '@svc/reading/testing';
import { INTERVALS } from '@svc/reading/time';
import { rounds } from '@svc/test-servers';
import { AGGREGATIONS, QUANTILES, type Aggregation } from '../fields/metric-types.js';
import { BASE, interpolated, near, OLD, startMetrics, withValues, type MetricsSubject } from '../metrics.fixture.js';

const LOOK_BACK = 15n * MINUTE;

interface Written {
  readonly series: SeriesFixture;
  readonly points: readonly { timestamp: bigint; value: number; start: bigint }[];
}

function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => Math.floor(((state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648) * below);
}

/**
 * Points of one stream at random times around the hour, with restarts that show in the value, in the start or in both. A stream may
 * begin, and begin again, with a point that marks its own time as the start, as senders do that do not know it.
 */
function randomPoints(random: (below: number) => number, isCumulative: boolean): Written['points'] {
  let start = [OLD, 0n, BASE - 14n * MINUTE, BASE + 3n * MINUTE][random(4)] ?? OLD;
  let value = random(100);
  let time = BASE - BigInt(random(2) * 25) * MINUTE;
  const marksStart = random(2) === 0;
  return Array.from({ length: 10 + random(25) }, (_, index) => {
    const previous = time;
    time += BigInt(1 + random(400)) * SECOND + BigInt(random(1000));
    if (isCumulative) {
      if (marksStart && (index === 0 || random(10) === 0)) start = time;
      value += random(20) / 4;
      if (random(8) === 0) {
        if (random(2) === 0) start = previous + BigInt(random(2));
        value = random(3) === 0 ? value + 10 : random(5);
      }
    } else value = random(1000) / 8 - 20;
    return { timestamp: time, value: random(12) === 0 ? ([Number.NaN, Infinity][random(2)] ?? 0) : value, start };
  });
}

const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b);

interface Amounts {
  readonly timestamp: bigint;
  /** Undefined if it is unknown. */
  readonly change?: number;
  /** The amount that averages, extremes and quantiles are computed from. */
  readonly amount?: number;
}

/** Each run tests every third aggregation, so that each is tested in two of six runs. */
const asked = (run: number): Aggregation[] => AGGREGATIONS.filter((_, index) => index % 3 === run % 3);

/** Applies the table in metric-types.ts point by point. */
function toAmounts({ series, points }: Written, from: bigint, to: bigint): Amounts[] {
  const finite = points.filter(({ timestamp, value }) => Number.isFinite(value) && timestamp < to);
  const known = finite.filter(({ timestamp }) => timestamp >= from - LOOK_BACK);
  const isCumulative = series.type === 2 && series.temporality === 2;
  return known.flatMap((point, index) => {
    const { timestamp, value } = point;
    if (timestamp < from) return [];
    const change = isCumulative ? toChange(point, known[index - 1], from, series.isMonotonic === true) : value;
    if (series.type !== 2) return [{ timestamp, change: value, amount: value }];
    if (series.isMonotonic) return [{ timestamp, change, amount: change }];
    const sent = finite.filter((other) => other.timestamp <= timestamp).reduce((sum, other) => sum + other.value, 0);
    return [{ timestamp, change, amount: isCumulative ? value : sent }];
  });
}

type Point = Written['points'][number];

function toChange(
  { timestamp, value, start }: Point,
  previous: Point | undefined,
  from: bigint,
  isMonotonic: boolean,
): number | undefined {
  const hasOtherStart = start !== previous?.start;
  if (hasOtherStart && start >= timestamp) return undefined;
  if (!previous) return start < from - LOOK_BACK ? undefined : value;
  const isFresh = (hasOtherStart && start >= previous.timestamp) || (isMonotonic && value < previous.value);
  return isFresh ? value : value - previous.value;
}

function aggregate(found: readonly Amounts[], aggregation: Aggregation, seconds: number): number | undefined {
  if (aggregation === 'count') return found.length;
  const isTotal = ['sum', 'increase', 'rate'].includes(aggregation);
  const values = found.flatMap(({ amount, change }) => (isTotal ? change : amount) ?? []);
  if (values.length === 0) return undefined;
  const sum = values.reduce((total, value) => total + value, 0);
  const quantile = QUANTILES[aggregation];
  if (quantile !== undefined) return interpolated(values, quantile);
  return {
    sum,
    increase: sum,
    rate: sum / seconds,
    avg: sum / values.length,
    min: Math.min(...values),
    max: Math.max(...values),
  }[aggregation as 'sum' | 'avg' | 'min' | 'max' | 'increase' | 'rate'];
}

describe('numeric metrics against an oracle point by point', () => {
  let metrics: MetricsSubject;
  beforeAll(async () => {
    metrics = await startMetrics();
  });
  afterAll(() => metrics.stop());

  const KINDS: readonly (Pick<SeriesFixture, 'type' | 'temporality' | 'isMonotonic'> & { name: string })[] = [
    { name: 'gauge', type: 1 },
    { name: 'delta counter', type: 2, temporality: 1, isMonotonic: true },
    { name: 'cumulative counter', type: 2, temporality: 2, isMonotonic: true },
    { name: 'level', type: 2, temporality: 2, isMonotonic: false },
    { name: 'level of which changes are sent', type: 2, temporality: 1, isMonotonic: false },
  ];
  for (const { name, ...kind } of KINDS) {
    it(`matches the oracle for ${name}: every aggregation, over windows, widths and groups`, async () => {
      const random = randomFrom(name.length * 7919);
      const written: Written[] = [];
      for (let index = 0; index < 5; index++) {
        const [service, environment] = ['ab'.charAt(random(2)), 'xy'.charAt(random(2))];
        const series = metrics.series(name, { ...kind, service, environment });
        const points = randomPoints(random, kind.type === 2);
        await metrics.write(
          series,
          // JSON has no such numbers, so they are written as the engine reads them.
          points.map((point): PointFixture => ({
            ...point,
            value: Number.isFinite(point.value) ? point.value : String(point.value).toLowerCase().slice(0, 3),
          })),
        );
        written.push({ series, points });
      }
      for (let run = 0; run < rounds(6); run++) {
        const from = BASE - 5n * MINUTE + BigInt(random(20)) * MINUTE;
        const to = from + BigInt(5 + random(40)) * MINUTE;
        const interval = ['1m', '5m', '15m', '1h', '1d'][random(5)] ?? '1h';
        const width = INTERVALS.get(interval) ?? HOUR;
        const isGrouped = random(2) === 0;
        const service = random(3) === 0 ? ['a'] : [];
        const expected = new Map<string, Amounts[]>();
        for (const one of written) {
          if (service.length > 0 && one.series.service !== 'a') continue;
          for (const found of toAmounts(one, from, to)) {
            const place = `${isGrouped ? one.series.service : ''} ${found.timestamp - (found.timestamp % width)}`;
            expected.set(place, [...(expected.get(place) ?? []), found]);
          }
        }
        for (const agg of asked(run)) {
          if (kind.type === 1 && (agg === 'increase' || agg === 'rate')) continue;
          const request = { agg, interval, service, startTime: at(from), endTime: at(to) };
          const { series = [] } = await metrics.query(name, { ...request, groupBy: isGrouped ? ['service_name'] : [] });
          const found = new Map(
            series.flatMap(({ labels, points = [] }) =>
              withValues(points).map(({ timestamp, value = 0 }) => [
                `${labels?.['service_name'] ?? ''} ${(timestamp?.seconds ?? 0n) * SECOND}`,
                value,
              ]),
            ),
          );
          for (const [place, amounts] of expected) {
            const start = BigInt(place.split(' ')[1] ?? 0);
            const value = aggregate(amounts, agg, Number(smaller(start + width, to) - larger(start, from)) / 1e9);
            if (value === undefined) assert.ok(!found.has(place), `${agg} ${place}`);
            else near(found.get(place), value, 1e-9);
            found.delete(place);
          }
          assert.deepEqual([...found], [], agg);
        }
      }
    });
  }
});
