import { LRUCache } from 'lru-cache';
import type { Arrival } from './arrivals.query.js';

const MAX_REMEMBERED = 50_000;

/**
 * Remembers which arrivals were taken in, because every pass reads the last ones again. Forgetting costs only time: taking an arrival in
 * twice changes nothing.
 */
export class Sightings {
  readonly #taken = new LRUCache<string, string>({ max: MAX_REMEMBERED });

  /** Returns the arrivals that are new or have changed. */
  unseen(arrivals: readonly Arrival[]): Arrival[] {
    return arrivals.filter((arrival) => this.#taken.get(toKey(arrival)) !== toValue(arrival));
  }

  /** Call it after the transaction that took them in was committed. */
  remember(arrivals: readonly Arrival[]): void {
    for (const arrival of arrivals) this.#taken.set(toKey(arrival), toValue(arrival));
  }
}

function toKey({ project_number, variant, ...place }: Arrival): string {
  const { environment, service_name, release, platform, mechanism } = place;
  return JSON.stringify([project_number, variant, environment, service_name, release, platform, mechanism]);
}

/**
 * The time of arrival is part of it: an event with an earlier time than the latest one may still regress an issue. So is the first time:
 * one that arrives in the same second can be earlier than all before it.
 */
const toValue = ({ first, last, arrived }: Arrival): string => `${first} ${last} ${arrived}`;
