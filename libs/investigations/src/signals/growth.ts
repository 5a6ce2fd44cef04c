import type { ShareFacts } from '../facts/share-facts.js';
import type { Lift } from './change-fit.js';

/** Requests since the onset in relation to those before, from which a service has many more. */
const MIN_GROWTH = 1.2;
/** The same of a value to which the growth is due. */
const MIN_GROWTH_OF_VALUE = 2;
/** Part of the additional requests that a value has beyond its part of those before. */
const MIN_SEPARATION = 0.5;

/** Part of the additional requests by which those of a value may exceed them, as others vary. */
const MAX_EXCESS = 0.2;
/** Part of the other requests before that such an excess may amount to: they go on beside a customer who sends more. */
const MAX_LOST = 0.5;

/** Values of attributes that most of the additional requests of a service have, and few of those before: one customer, one client. */
export function growing({ totals, values }: ShareFacts): (Lift & { readonly service: string })[] {
  const byService = new Map(totals.map((total) => [total.service, total]));
  return values
    .flatMap(({ service, key, value, normal, abnormal }) => {
      const total = byService.get(service);
      // A service that had no requests before has only new values, of which none stands out.
      if (!total || total.normal <= 0) return [];
      if (total.abnormal < MIN_GROWTH * total.normal || abnormal < MIN_GROWTH_OF_VALUE * normal) return [];
      const [increase, increaseOfAll] = [abnormal - normal, total.abnormal - total.normal];
      // Requests that were there before now have the value, too, as after a deployment: the additional ones are not due to it.
      if (increase - increaseOfAll > Math.min(MAX_EXCESS * increaseOfAll, MAX_LOST * (total.normal - normal)))
        return [];
      const added = Math.min(1, increase / increaseOfAll);
      const before = normal / total.normal;
      if (added - before < MIN_SEPARATION) return [];
      const lift = added / Math.max(before, 0.001);
      return [{ service, key, value, lift, badShare: added, goodShare: before, z: 0, isGrowth: true }];
    })
    .sort((a, b) => b.badShare - b.goodShare - (a.badShare - a.goodShare));
}
