import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { eventually, skipOrFail } from '@svc/testing';
import type { Json } from '../api.js';
import {
  buildStartTimeCollector,
  startCollector,
  STRATEGIES,
  type RunningCollector,
  type Strategy,
} from './collector.js';
import { ofProject } from './metric.js';

const MINUTE_MS = 60_000;
/** The total at each scrape, a minute apart; the process restarts before the fifth one. */
const TOTALS = [1_000_000, 1_000_010, 1_000_020, 1_000_030, 7, 12];
/** Counts between successive scrapes; the time before the first scrape is unknown. */
const COUNTED = [0, 10, 10, 10, 7, 5];
const indexes = [...TOTALS.keys()];
/** The scrape before which the Collector is restarted in the second test. */
const COLLECTOR_RESTART = 2;

const program = await buildStartTimeCollector().catch((reason: Error) => reason);

describe('cumulative points whose start a Collector sets', () => {
  if (program instanceof Error) {
    skipOrFail('counts cumulative points', program.message);
    return;
  }
  for (const strategy of STRATEGIES) {
    it(`counts cumulative points with the start times of ${strategy}`, async () => {
      const scrapes = new Scrapes();
      await withCollector(program, strategy, async ({ url }) => {
        for (const index of indexes) await scrapes.send(url, index);
      });
      for (const [name, agg] of SHAPES) await scrapes.assertCounted(name, agg, COUNTED);
      await scrapes.assertCounted(
        'total',
        'rate',
        COUNTED.map((value) => value / 60),
      );
    });
  }

  it('counts nothing twice when the Collector restarts', async () => {
    const scrapes = new Scrapes();
    for (const part of [indexes.slice(0, COLLECTOR_RESTART), indexes.slice(COLLECTOR_RESTART)]) {
      await withCollector(program, 'true_reset_point', async ({ url }) => {
        for (const index of part) await scrapes.send(url, index);
      });
    }
    // The new Collector does not know the points of the old one.
    const known = COUNTED.with(COLLECTOR_RESTART, 0);
    for (const [name, agg] of SHAPES) await scrapes.assertCounted(name, agg, known);
  });
});

async function withCollector(
  file: string,
  strategy: Strategy,
  work: (collector: RunningCollector) => Promise<void>,
): Promise<void> {
  const collector = await startCollector(file, strategy);
  try {
    await work(collector);
  } finally {
    await collector.stop();
  }
}

/** The metrics of a scrape, and the counted field of each. */
const SHAPES = [
  ['total', 'increase'],
  ['histogram', 'count'],
  ['exponential', 'count'],
] as const;

/** Scrapes of one process without the start of its counters, as the Prometheus receiver makes them. */
class Scrapes {
  readonly #id = randomUUID();
  readonly #from = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - (TOTALS.length + 2) * MINUTE_MS;

  async send(url: string, index: number): Promise<void> {
    const answer = await fetch(`${url}/v1/metrics`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(this.#request(index)),
    });
    assert.equal(answer.status, 200, await answer.text());
  }

  /**
   * Waits until every scrape is stored: they become visible in any order, and a start that is still missing changes the
   * result.
   */
  async assertCounted(name: string, agg: string, expected: readonly number[]): Promise<void> {
    await eventually(`${agg} of ${name}`, async () => {
      assert.deepEqual(await this.#read(name, agg), expected);
      return true;
    });
  }

  /** Returns one value for each scrape. */
  async #read(name: string, agg: string): Promise<readonly number[]> {
    const [from, to] = [this.#from, this.#from + TOTALS.length * MINUTE_MS].map((ms) => new Date(ms).toISOString());
    const query = `agg=${agg}&interval=1m&start_time=${from}&end_time=${to}`;
    const { status, json } = await ofProject('GET', `/metrics/${this.#id}.${name}/query?${query}`);
    if (status === 404) return [];
    assert.equal(status, 200, JSON.stringify(json));
    const points = ((json['series'] as Json[])[0]?.['points'] ?? []) as Json[];
    const values = new Map(points.map(({ timestamp, value }) => [Date.parse(String(timestamp)), Number(value)]));
    return indexes.map((index) => values.get(this.#from + index * MINUTE_MS) ?? 0);
  }

  #request(index: number) {
    const at = this.#from + index * MINUTE_MS + MINUTE_MS / 2;
    const timeUnixNano = `${at}000000`;
    const total = TOTALS[index] ?? 0;
    const startedMs = total < 1000 ? this.#from + 4 * MINUTE_MS : this.#from - 86_400_000;
    const cumulative = { aggregationTemporality: 2 };
    const metrics = [
      { name: 'process_start_time', gauge: { dataPoints: [{ timeUnixNano, asDouble: startedMs / 1000 }] } },
      {
        name: `${this.#id}.total`,
        sum: { ...cumulative, isMonotonic: true, dataPoints: [{ timeUnixNano, asInt: String(total) }] },
      },
      {
        name: `${this.#id}.histogram`,
        histogram: {
          ...cumulative,
          dataPoints: [
            {
              timeUnixNano,
              count: String(total),
              sum: total,
              explicitBounds: [10],
              bucketCounts: [String(total), '0'],
            },
          ],
        },
      },
      {
        name: `${this.#id}.exponential`,
        exponentialHistogram: {
          ...cumulative,
          dataPoints: [
            {
              timeUnixNano,
              count: String(total),
              sum: total,
              scale: 0,
              positive: { offset: 0, bucketCounts: [String(total)] },
            },
          ],
        },
      },
    ];
    const resource = { attributes: [{ key: 'service.name', value: { stringValue: `start-times-${this.#id}` } }] };
    return { resourceMetrics: [{ resource, scopeMetrics: [{ metrics }] }] };
  }
}
