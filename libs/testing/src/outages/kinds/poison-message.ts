import { confound } from '../confounders.js';
import type { Outage, OutageTimes } from '../outage.js';
import { between, hex, pick, type Random } from '../shop/random.js';

/** A message that its receiver cannot read is delivered again and again, and those behind it wait. */
export function poisonMessage(times: OutageTimes, random: Random): Outage {
  const service = pick(['mailer', 'shipping'], random);
  const messageId = hex(12, random);
  const everyMs = between(1_500, 4_000, random);
  return confound(
    {
      name: 'a poison message',
      causes: [[service, `messaging.message.id=${messageId}`]],
      question: 'why are orders not processed',
      redelivered: { service, messageId, everyMs },
      queueDelay: (receiver, at) => (receiver === service && at >= times.onset ? 20_000 : 0),
      gauges: [
        {
          service,
          metric: 'messaging.consumer.lag',
          unit: '{message}',
          attributes: { 'messaging.destination.name': 'orders' },
          value: (at, draw) => Math.round(4 * draw + Math.max(0, (at - times.onset) / 20_000)),
        },
      ],
      faults: [
        ({ of, messageId: id }) =>
          of === service && id === messageId ? { fails: 'unexpected end of JSON input at position 512' } : undefined,
      ],
    },
    [service],
    times,
    random,
  );
}
