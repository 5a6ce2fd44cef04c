import { confound } from '../confounders.js';
import type { Outage, OutageTimes } from '../outage.js';
import { between, type Random } from '../shop/random.js';

const QUEUE = 'orders';
const CONSUMER = 'shipping';

/** A consumer falls behind, messages wait, and once the queue is full those who send to it fail. */
export function fullQueue(times: OutageTimes, random: Random): Outage {
  const { onset } = times;
  const fullAt = onset + between(120_000, 300_000, random);
  const lag = (at: number): number => Math.max(0, (Math.min(at, fullAt) - onset) / 1_000) * 8;
  return confound(
    {
      name: 'a full queue',
      causes: [[QUEUE, CONSUMER]],
      question: 'why do orders fail',
      queueDelay: (receiver, at) => (receiver === CONSUMER && at >= onset ? Math.min(90_000, (at - onset) / 4) : 0),
      gauges: [
        {
          service: CONSUMER,
          metric: 'messaging.consumer.lag',
          unit: '{message}',
          attributes: { 'messaging.destination.name': QUEUE },
          value: (at, draw) => Math.round(4 * draw + lag(at)),
        },
      ],
      faults: [
        ({ of, at }) => (of === CONSUMER && at >= onset ? { slowerMs: 1_200 } : undefined),
        ({ of, operation, at }, draw) =>
          of === QUEUE && operation.startsWith('send') && at >= fullAt && draw() < 0.6
            ? { fails: 'queue is full', slowerMs: 400 }
            : undefined,
      ],
    },
    [CONSUMER, 'checkout'],
    times,
    random,
  );
}
