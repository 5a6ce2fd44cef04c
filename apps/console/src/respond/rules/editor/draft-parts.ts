import type { RuleDraft } from './draft.js';

/** Kinds that measure records, and may distinguish series. */
const MEASURING: ReadonlySet<string> = new Set(['threshold', 'absence', 'pattern', 'slo']);

/** Whether a field of the form belongs to this kind of rule. */
export function uses(
  field: 'q' | 'query' | 'figure' | 'condition' | 'window' | 'group',
  { kind, signal }: Pick<RuleDraft, 'kind' | 'signal'>,
): boolean {
  switch (field) {
    case 'q':
      return MEASURING.has(kind) && signal !== 'metrics';
    case 'query':
      return kind !== 'composite';
    case 'figure':
      return kind === 'threshold';
    case 'condition':
      return kind === 'threshold' || kind === 'pattern';
    case 'window':
      return kind !== 'slo' && kind !== 'composite' && kind !== 'anomaly';
    case 'group':
      return MEASURING.has(kind) || kind === 'composite';
  }
}

/** The first reason why a draft is no rule yet; undefined if it can be sent. */
export function findFault(draft: RuleDraft): string | undefined {
  const { kind, op, ruleIds } = draft;
  if (draft.name.trim() === '') return 'Type a name.';
  if (uses('condition', draft)) {
    if (!isNumber(draft.threshold)) return 'The threshold has to be a number.';
    if ((op === 'between' || op === 'outside') && !isNumber(draft.thresholdMax))
      return 'The upper bound has to be a number.';
    if (draft.recovery.trim() !== '' && !isNumber(draft.recovery)) return 'The recovery has to be a number.';
  }
  if (kind === 'pattern' && draft.pattern.trim() === '') return 'Type the pattern.';
  if (kind === 'slo' && !isNumber(draft.objective)) return 'The objective has to be a number.';
  if (kind === 'slo' && draft.good.trim() === '') return 'Type the query of good events.';
  if (kind === 'composite' && ruleIds.length < 2) return 'Choose at least two rules.';
  if (kind === 'threshold' && draft.signal === 'metrics' && draft.metric.trim() === '') return 'Type the metric.';
  return undefined;
}

function isNumber(text: string): boolean {
  return text.trim() !== '' && Number.isFinite(Number(text));
}
