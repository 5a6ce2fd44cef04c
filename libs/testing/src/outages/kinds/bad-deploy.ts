import { confound, deployOf } from '../confounders.js';
import type { Outage, OutageTimes } from '../outage.js';
import { INSTANCES } from '../shop/calls.js';
import { between, pick, type Random } from '../shop/random.js';

/** A new version of a service fails in a part of its requests: on one instance at first, or on all of them. */
export function badDeploy(times: OutageTimes, random: Random): Outage {
  const service = pick(['payments', 'checkout', 'stock', 'catalog'], random);
  const instances = pick([1, INSTANCES], random);
  const deploy = deployOf(service, times.onset - between(0, 60_000, random), instances, random);
  const share = between(0.35, 0.7, random);
  return confound(
    {
      name: 'a bad deploy',
      // If every instance has the version, nothing but the time tells it from the service.
      causes: [[deploy.release, ...(instances === INSTANCES ? [service] : [])]],
      question: 'why do requests fail',
      deploys: [deploy],
      faults: [
        ({ of, version }, draw) =>
          of === service && version === deploy.version && draw() < share
            ? { fails: `cannot read property 'amount' of undefined` }
            : undefined,
      ],
    },
    [service],
    times,
    random,
  );
}
