import { confound } from '../confounders.js';
import type { Outage, OutageTimes } from '../outage.js';
import { between, pick, type Random } from '../shop/random.js';
import { ACCOUNTS } from '../shop/shopper.js';

const PAGES = [
  { entry: 'GET /search', service: 'search' },
  { entry: 'GET /product/{id}', service: 'catalog' },
] as const;

/** An account sends many times its usual requests, and the service that answers them becomes slow for everybody. */
export function noisyCustomer(times: OutageTimes, accountKey: string, random: Random): Outage {
  const account = pick(ACCOUNTS.slice(4, 20), random);
  const { entry, service } = pick(PAGES, random);
  const refused = random() < 0.5 ? 0.15 : 0;
  return confound(
    {
      name: 'a noisy customer',
      causes: [[`${accountKey}=${account}`, account]],
      question: 'why is the shop slow',
      busyAccount: { account, entry, factor: between(1.2, 2.5, random) },
      faults: [
        ({ of, at }, draw) => {
          if (of !== service || at < times.onset) return undefined;
          return draw() < refused ? { fails: 'too many requests in progress' } : { slowerMs: 450 };
        },
      ],
    },
    [service],
    times,
    random,
  );
}
