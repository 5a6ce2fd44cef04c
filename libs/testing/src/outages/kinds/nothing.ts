import { confound } from '../confounders.js';
import type { Outage, OutageTimes } from '../outage.js';
import { between, type Random } from '../shop/random.js';

/** Nothing happens but the deployment and the flag that have nothing to do with anything. */
export function quiet(times: OutageTimes, random: Random): Outage {
  return confound({ name: 'nothing', causes: [], question: 'is something wrong' }, [], times, random);
}

/** Requests are many, as they were at the same time a week earlier. */
export function seasonalPeak(times: OutageTimes, random: Random): Outage {
  const factor = between(2, 3, random);
  const traffic = (at: number): number => (at >= times.onset ? factor : 1);
  return confound(
    { name: 'a seasonal peak', causes: [], question: 'is something wrong', traffic, isWeekly: true },
    [],
    times,
    random,
  );
}

/** Requests become more and more, and all of them are answered as usual. */
export function growth(times: OutageTimes, random: Random): Outage {
  const factor = between(2, 4, random);
  const minutes = between(1, 8, random);
  const traffic = (at: number): number =>
    1 + (factor - 1) * Math.min(1, Math.max(0, (at - times.onset) / (minutes * 60_000)));
  return confound({ name: 'growth', causes: [], question: 'why is there so much traffic', traffic }, [], times, random);
}
