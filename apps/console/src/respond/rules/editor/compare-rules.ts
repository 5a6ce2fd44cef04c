import type { AlertRule } from '../../../gen/api.js';
import type { RuleDraft } from './draft.js';
import { toDraft } from './to-draft.js';

export interface Difference {
  readonly name: string;
  readonly before: string;
  readonly now: string;
}

/** The fields of the form in which two versions of a rule differ. */
export function compareRules(before: AlertRule, now: AlertRule): readonly Difference[] {
  const [first, second] = [toDraft(before), toDraft(now)];
  const names = Object.keys(first) as (keyof RuleDraft)[];
  const fields = names.map((name) => ({ name, before: String(first[name]), now: String(second[name]) }));
  const others = [
    { name: 'enabled', before: String(before.enabled), now: String(now.enabled) },
    { name: 'version', before: String(before.version), now: String(now.version) },
  ];
  return [...fields, ...others].filter((each) => each.before !== each.now);
}
