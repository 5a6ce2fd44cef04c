import { confound } from '../confounders.js';
import type { Outage, OutageTimes } from '../outage.js';
import { between, pick, type Random } from '../shop/random.js';
import { ACCOUNTS, type Shopper } from '../shop/shopper.js';

/** A flag that is on for a part of the accounts makes the requests of a service fail, or slow. */
export function flag(times: OutageTimes, random: Random): Outage {
  const service = pick(['payments', 'stock', 'search', 'cart'], random);
  const key = pick(['fast-path', 'new-validator', 'regional-routing'], random);
  const part = between(0.3, 0.7, random);
  const isSlow = random() < 0.3;
  const since = times.onset - 30_000;
  const isOn = ({ account }: Shopper): boolean =>
    (ACCOUNTS.indexOf(account) * 7) % ACCOUNTS.length < part * ACCOUNTS.length;
  return confound(
    {
      name: 'a flag',
      causes: [[key]],
      question: isSlow ? 'why is the shop slow' : 'why do requests fail',
      flags: [{ key, service, environment: 'production', since, isOn }],
      faults: [
        ({ of, at, shopper }, draw) => {
          if (of !== service || at < since || !isOn(shopper) || draw() > 0.8) return undefined;
          return isSlow ? { slowerMs: 900 } : { fails: 'no validator for this region' };
        },
      ],
    },
    [service],
    times,
    random,
  );
}
