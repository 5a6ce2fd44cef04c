import type { Deploy, FlagChange, Outage, OutageTimes } from './outage.js';
import { INSTANCES } from './shop/calls.js';
import { pick, type Random } from './shop/random.js';

/** What an outage has of its own; the rest is what makes it hard to explain. */
export type Own = Partial<Outage> & Pick<Outage, 'name' | 'causes' | 'question'>;

const INNOCENT_MS = 30_000;
const SKEW_MS = 2_000;

/**
 * Adds to an outage what misleads in every real one: a deployment of a service that has nothing to do with it, half a minute before the
 * onset; a flag that was switched on in another environment; and, in every second outage each, a clock that is ahead, and half of the
 * traces sampled away. The shop itself has a service without telemetry, and one at its edge that logs each failure three times.
 *
 * @param services those of the cause, which are left alone.
 */
export function confound(own: Own, services: readonly string[], { onset }: OutageTimes, random: Random): Outage {
  const others = ['search', 'catalog', 'cart', 'mailer', 'shipping'].filter((name) => !services.includes(name));
  const innocent = deployOf(pick(others, random), onset - INNOCENT_MS, INSTANCES, random);
  const staging: FlagChange = {
    key: 'new-navigation',
    service: 'web',
    environment: 'staging',
    since: onset - INNOCENT_MS,
    isOn: () => true,
  };
  const skewed = pick(others, random);
  return {
    faults: [],
    gauges: [],
    sampled: random() < 0.5 ? 0.5 : 1,
    ...(random() < 0.5 && { skew: { service: skewed, ms: SKEW_MS } }),
    ...own,
    deploys: [innocent, ...(own.deploys ?? [])],
    flags: [staging, ...(own.flags ?? [])],
  };
}

/** A deployment, whose release is announced by its version alone or with the name of the service. */
export function deployOf(service: string, at: number, instances: number, random: Random): Deploy {
  const version = `${service.length}.${10 + Math.floor(random() * 80)}.${Math.floor(random() * 10)}`;
  return { service, at, version, instances, release: random() < 0.5 ? version : `${service}@${version}` };
}
