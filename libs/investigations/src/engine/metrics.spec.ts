import assert from 'node:assert/strict';
import { investigate, REQUEST, SEEDS } from '../testing/investigate.js';
import type { MetricOfService } from '../testing/metrics.js';
import { END, ONSET, type Outage } from '../testing/shop.js';

const MINUTE = 60_000;

function metric(others: Partial<MetricOfService> & Pick<MetricOfService, 'metric' | 'value'>): MetricOfService {
  return { service: 'stock', unit: '', figure: 'level', ...others };
}

/** Metrics that do not differ: noise, a saw tooth of collected garbage, a rare counter, and a slow decline. */
const INNOCENT: readonly MetricOfService[] = [
  ...Array.from({ length: 40 }, (_, index) =>
    metric({ metric: `noise.${index}`, value: (_at, random) => 100 + 20 * random }),
  ),
  metric({ metric: 'heap', unit: 'By', value: (at) => 1e8 * (1 + ((at / MINUTE) % 7)) }),
  metric({ metric: 'rare', figure: 'increase', value: (at) => ((at / MINUTE) % 30 === 3 ? 1 : 0) }),
  metric({ metric: 'disk.free', unit: 'By', value: (at) => 1e12 - at / 1_000 }),
  metric({ metric: 'uptime', unit: 's', value: (at) => (at - ONSET) / 1_000 + 1e6 }),
];
const SLOW = { troubles: { stock: { slowerMs: 800 } } };
const changed = (before: number, after: number) => (at: number, random: number) =>
  (at < ONSET ? before : after) * (0.97 + 0.06 * random);
const withMetrics = (outage: Outage, ...metrics: readonly MetricOfService[]): Outage => ({
  ...outage,
  metrics: [...INNOCENT, ...metrics],
});
const FULL_POOL = metric({
  metric: 'pool.connections',
  unit: '{connection}',
  attributes: { state: 'used' },
  value: changed(5, 50),
});

describe('the engine of investigations, about metrics', () => {
  const changes: [title: string, one: MetricOfService, sentence: RegExp][] = [
    [
      'a pool',
      FULL_POOL,
      /^stock: pool.connections\{state=used\} is 5\d connections instead of [45](\.\d)? connections, from 12:00:00 UTC$/,
    ],
    [
      'memory',
      metric({ metric: 'memory', unit: 'By', value: changed(1.1e9, 3.9e9) }),
      /memory is (3.9|4) GB instead of 1.1 GB/,
    ],
    [
      'the lag of a queue',
      metric({ metric: 'lag', value: (at) => Math.max(0, (at - ONSET) / MINUTE) * 500 }),
      /lag is \d+ instead of 0/,
    ],
    [
      'restarts',
      metric({ metric: 'restarts', figure: 'increase', value: changed(0, 12) }),
      /restarts grows by 1\d in 60 s instead of 0/,
    ],
    [
      'the number of series',
      metric({ metric: 'orders', figure: 'series', value: changed(40, 3_200) }),
      /orders has 3\d\d\d series instead of 4\d/,
    ],
    ['a pool that is empty', metric({ metric: 'free', value: changed(20, 0) }), /free is 0 instead of (19|20)/],
  ];
  for (const [title, one, sentence] of changes) {
    it(`names ${title} of the slow service, and no other metric`, async () => {
      for (const seed of SEEDS) {
        const { conclusion, evidence, hypotheses } = await investigate(withMetrics(SLOW, one), {}, seed);
        assert.equal(hypotheses[0]?.cause.name, 'stock');
        assert.notEqual(conclusion.level, 'inconclusive', conclusion.reason);
        const [found, ...more] = evidence.filter(({ kind }) => kind === 'metric');
        assert.match(String(found?.title), sentence);
        assert.deepEqual(more, [], more.map((other) => other.title).join('\n'));
        assert.ok(
          conclusion.claims.some(
            ({ text, evidenceIds }) => text === `${found?.title}.` && evidenceIds[0] === found?.id,
          ),
        );
      }
    });
  }

  it('names a decline to zero as such', async () => {
    const reached = ONSET + 5 * MINUTE;
    const days = metric({
      metric: 'certificate.days',
      service: 'payments',
      unit: 'd',
      value: (at) => Math.max(0, (reached - at) / (24 * 60 * MINUTE)),
    });
    const { evidence, conclusion } = await investigate(withMetrics({ troubles: { payments: { fails: 0.3 } } }, days));
    const [found] = evidence.filter(({ kind }) => kind === 'metric');
    const text = /^payments: certificate.days fell from 2 h without ever rising, and reached zero at 12:05:00 UTC$/;
    assert.match(String(found?.title), text);
    assert.equal(conclusion.causes[0]?.name, 'payments');
  });

  it('has values of attributes, which can be IDs of persons, only in sentences that cite a metric', async () => {
    const { conclusion, hypotheses, evidence } = await investigate(withMetrics(SLOW, FULL_POOL));
    const ofMetrics = new Set(evidence.filter(({ kind }) => kind === 'metric').map(({ id }) => id));
    const told = [...conclusion.claims, ...hypotheses].filter(({ text }) => text.includes('used'));
    assert.ok(told.length > 0);
    for (const { text, evidenceIds } of told)
      assert.ok(
        evidenceIds.every((id) => ofMetrics.has(id)),
        text,
      );
    assert.ok(!conclusion.text.includes('used'), conclusion.text);
  });

  it('names no cause by a metric alone', async () => {
    for (const services of [['web'], []]) {
      const outage = withMetrics({}, { ...FULL_POOL, service: 'web' });
      const { conclusion, evidence } = await investigate(outage, { scope: { ...REQUEST.scope, services } });
      assert.equal(conclusion.level, 'inconclusive', conclusion.text);
      assert.ok(evidence.some(({ kind, finding }) => kind === 'metric' && finding === 'present'));
    }
  });

  const exploding = (onset: number): MetricOfService =>
    metric({
      metric: 'cache.entry.size',
      figure: 'series',
      value: (at) => 4 + Math.min(240, Math.max(0, (24 * (at - onset)) / MINUTE)),
    });
  // The last hour begins in the middle of the time that is read.
  for (const minutes of [-45, -10, 0, 10])
    it(`names series that explode ${minutes} minutes from the start of the window as the cause if requests are as usual`, async () => {
      const onset = REQUEST.scope.window.start + minutes * MINUTE;
      const scope = { ...REQUEST.scope, services: [] };
      for (const seed of SEEDS) {
        const { conclusion, hypotheses } = await investigate(withMetrics({}, exploding(onset)), { scope }, seed);
        assert.equal(hypotheses[0]?.cause.name, 'stock');
        assert.equal(conclusion.level, 'likely', conclusion.reason);
        assert.match(conclusion.text, /^Probably stock: cache.entry.size has \d+ series instead of 4/);
      }
    });

  it('names a metric whose series explode if its sender names no service', async () => {
    const scope = { ...REQUEST.scope, services: [] };
    const { conclusion } = await investigate(withMetrics({}, { ...exploding(ONSET), service: '' }), { scope });
    assert.deepEqual(conclusion.causes, [{ type: 'metric', name: 'cache.entry.size' }], conclusion.reason);
  });

  it('names no cause by series that are a few more, or that exploded and are gone', async () => {
    const scope = { ...REQUEST.scope, services: [] };
    for (const value of [changed(40, 120), changed(4, 40), (at: number) => (at < ONSET - 60 * MINUTE ? 500 : 4)]) {
      const few = metric({ metric: 'cache.entry.size', figure: 'series', value });
      const { conclusion } = await investigate(withMetrics({}, few), { scope });
      assert.equal(conclusion.level, 'inconclusive', conclusion.text);
    }
  });

  it('adds a second kind of evidence, which makes a cause likely and not confirmed', async () => {
    const { conclusion } = await investigate(withMetrics(SLOW, FULL_POOL));
    assert.equal(conclusion.level, 'likely', conclusion.reason);
  });

  it('prefers no victim whose metrics are louder', async () => {
    const loud = { ...FULL_POOL, service: 'web', value: changed(1, 10_000) };
    const { hypotheses } = await investigate(withMetrics(SLOW, loud));
    assert.equal(hypotheses[0]?.cause.name, 'stock');
  });

  it('says that no metric differs, or that no metric was sent', async () => {
    const titlesOf = async (outage: Outage) =>
      (await investigate(outage)).evidence.filter(({ kind }) => kind === 'metric').map(({ title }) => title);
    for (const title of await titlesOf(withMetrics(SLOW)))
      assert.match(title, /^No metric of .*stock.* differs clearly from normal \(44 series compared\)$/);
    assert.match(String(await titlesOf(SLOW)), /^There are no gauges and counters of .*stock/);
  });

  it('links to the values of the metric by its attributes', async () => {
    const { evidence } = await investigate(withMetrics(SLOW, FULL_POOL));
    const link = new URL(String(evidence.find(({ kind }) => kind === 'metric')?.link), 'http://localhost');
    assert.equal(link.pathname, '/api/v1/metrics/pool.connections/query');
    assert.deepEqual([link.searchParams.get('service'), link.searchParams.get('group_by')], ['stock', 'state']);
    assert.equal(link.searchParams.get('end_time'), new Date(END).toISOString());
  });
});
