import { matchesAll, type Labels, type SilenceMatcher } from './matcher.js';

/** The part of a silence that decides whether it applies. */
export interface SilenceRule {
  readonly matchers: readonly SilenceMatcher[];
  readonly startsAt: Date;
  /** Exclusive. */
  readonly endsAt: Date;
}

export type SilenceStatus = 'pending' | 'active' | 'expired';

export function silenceStatus({ startsAt, endsAt }: Omit<SilenceRule, 'matchers'>, now: Date): SilenceStatus {
  if (now >= endsAt) return 'expired';
  return now < startsAt ? 'pending' : 'active';
}

/** The silences that are active now and match the labels of an alert. */
export function silencesFor<Rule extends SilenceRule>(silences: readonly Rule[], labels: Labels, now: Date): Rule[] {
  return silences.filter((silence) => silenceStatus(silence, now) === 'active' && matchesAll(silence.matchers, labels));
}
