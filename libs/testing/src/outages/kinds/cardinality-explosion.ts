import { confound } from '../confounders.js';
import type { Gauge, Outage, OutageTimes } from '../outage.js';
import { between, pick, type Random } from '../shop/random.js';

const SERIES = 240;

/** A service gives its metric a label with the ID of the request, and it gets a series for each. In every second case it becomes slow. */
export function cardinalityExplosion(times: OutageTimes, random: Random): Outage {
  const service = pick(['catalog', 'stock', 'cart'], random);
  const isSlow = random() < 0.5;
  const metric = 'cache.entry.size';
  const appearsAt = (nth: number): number => (nth < 4 ? 0 : times.onset + (nth * 600_000) / SERIES);
  const size = between(200, 900, random);
  const series = Array.from({ length: SERIES }, (_, nth): Gauge => ({
    service,
    metric,
    unit: 'By',
    attributes: { 'cache.key': nth < 4 ? `region-${nth}` : `request-${nth}-${Math.floor(random() * 1e6)}` },
    value: (at, draw) => (at >= appearsAt(nth) ? size * (0.8 + 0.4 * draw) : Number.NaN),
  }));
  return confound(
    {
      name: 'a cardinality explosion',
      causes: [[service, metric]],
      question: isSlow ? 'why is the shop slow' : 'why do we store so many more metrics',
      gauges: [
        ...series,
        {
          service,
          metric: 'process.memory.usage',
          unit: 'By',
          value: (at, draw) => (180 + 40 * draw + Math.max(0, (at - times.onset) / 1_000)) * 1e6,
        },
      ],
      faults: [
        ({ of, at }) => (isSlow && of === service && at >= times.onset + 60_000 ? { slowerMs: 350 } : undefined),
      ],
    },
    [service],
    times,
    random,
  );
}
