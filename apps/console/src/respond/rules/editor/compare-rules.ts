import type { AlertRule } from '../../../gen/api.js';
import { compareTexts, type Difference } from '../../parts/compare-texts.js';
import { toDraft } from './to-draft.js';

/** The fields of the form in which two versions of a rule differ. */
export function compareRules(before: AlertRule, now: AlertRule): readonly Difference[] {
  return compareTexts(toTexts(before), toTexts(now));
}

function toTexts(rule: AlertRule): Readonly<Record<string, string>> {
  const fields = { ...toDraft(rule), enabled: rule.enabled, version: rule.version };
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
}
