import type { AttributeFacts, ChangeFact } from '../facts/facts.js';
import { compareShares, share } from '../statistics/two-samples.js';

/** Time before the onset in which a change can be its cause, in milliseconds. */
export const CHANGES_BEFORE_MS = 30 * 60_000;
/** Time after the onset, as clocks differ and buckets are wide. */
export const CHANGES_AFTER_MS = 2 * 60_000;

const MIN_LIFT = 2;
const MIN_SUPPORT = 0.05;
const MIN_EVENTS = 20;
const MIN_Z = 4;

/** The ratio by which bad requests have a value more often than good ones. */
export interface Lift {
  readonly key: string;
  readonly value: string;
  /** Share of the bad requests with the value over that of the good ones; the latter is at least half a request. */
  readonly lift: number;
  readonly badShare: number;
  readonly goodShare: number;
  readonly z: number;
  /** Whether additional requests are told from those before, instead of bad requests from good ones. */
  readonly isGrowth?: boolean;
}

/** Values that separate bad requests from good ones: lift of at least 2, at least 5 % and 20 of the bad requests. */
export function separating({ totals, values }: AttributeFacts): (Lift & { service: string })[] {
  const byService = new Map(totals.map((total) => [total.service, total]));
  return values
    .flatMap(({ service, key, value, bad, good }) => {
      const total = byService.get(service) ?? { bad: 0, good: 0 };
      const lift = toLift(key, value, bad, good, total.bad, total.good);
      const isEnough = bad >= MIN_EVENTS && lift.badShare >= MIN_SUPPORT && lift.lift >= MIN_LIFT && lift.z >= MIN_Z;
      return isEnough ? [{ service, ...lift }] : [];
    })
    .sort((a, b) => informedness(b) - informedness(a) || b.lift - a.lift);
}

/** Share of bad requests that a value finds minus the share of good ones that it takes for bad. */
export function informedness({ badShare, goodShare }: Lift): number {
  return badShare - goodShare;
}

function toLift(key: string, value: string, bad: number, good: number, ofBad: number, ofGood: number): Lift {
  const [badShare, goodShare] = [share({ of: ofBad, count: bad }), share({ of: ofGood, count: good })];
  const z = compareShares({ of: ofGood, count: good }, { of: ofBad, count: bad });
  return { key, value, badShare, goodShare, lift: badShare / Math.max(goodShare, 0.5 / Math.max(ofGood, 1)), z };
}

/** Whether a value of an attribute is that of the requests with the change: also `1.2` of a service `shop` that of a release `shop@1.2`. */
export function fits({ attribute }: ChangeFact, { key, value, service }: Lift & { readonly service: string }): boolean {
  if (attribute === undefined || key !== attribute.key) return false;
  const names = [value, `${service}@${value}`];
  return attribute.value === undefined || names.includes(attribute.value);
}

/** A number from 0 to 1: 1 for a change at the onset, less the earlier it was; 0 outside of the time in which it can be a cause. */
export function nearness(at: number, onset: number): number {
  const before = onset - at;
  if (before > CHANGES_BEFORE_MS || before < -CHANGES_AFTER_MS) return 0;
  return 1 - Math.max(before, 0) / (2 * CHANGES_BEFORE_MS);
}
