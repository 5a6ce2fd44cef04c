import type { AlertRule, AlertRuleQuery } from '../../../gen/api.js';
import type { RuleDraft } from './draft.js';

/** Kinds that measure records, and may distinguish series. */
const MEASURING: ReadonlySet<string> = new Set(['threshold', 'absence', 'pattern', 'slo']);

/** Aggregations that count records. */
const COUNTING: ReadonlySet<string> = new Set(['count', 'rate', 'error_ratio']);

type Part = 'query' | 'figure' | 'condition' | 'window' | 'group';
type QueryField = keyof AlertRuleQuery;

/** The signal of a draft, which some kinds of rules do not let choose; empty if its saved search has it. */
export function toSignal({ kind, signal }: Pick<RuleDraft, 'kind' | 'signal'>): RuleDraft['signal'] {
  if (kind === 'pattern') return 'logs';
  return kind === 'new_issue' || kind === 'regression' ? 'errors' : signal;
}

/** Whether the form of a draft has a part, or a field of the selection. */
export function uses(name: Part | QueryField, draft: Pick<RuleDraft, 'kind' | 'signal' | 'agg'>): boolean {
  const { kind, agg } = draft;
  const signal = toSignal(draft);
  switch (name) {
    case 'signal':
      return (MEASURING.has(kind) && kind !== 'pattern') || kind === 'anomaly';
    case 'q':
      return MEASURING.has(kind) && signal !== 'metrics';
    case 'saved_search_id':
      return MEASURING.has(kind);
    case 'level':
      return MEASURING.has(kind) && (signal === 'logs' || signal === 'errors');
    case 'metric_name':
      return MEASURING.has(kind) && signal === 'metrics';
    case 'event':
      return kind === 'threshold' && signal === 'events';
    case 'field':
      return kind === 'threshold' && signal !== 'metrics' && !COUNTING.has(agg);
    case 'environment':
      return kind !== 'composite' && kind !== 'external' && kind !== 'anomaly';
    case 'service':
    case 'query':
      return kind !== 'composite' && kind !== 'external';
    case 'agg':
    case 'figure':
      return kind === 'threshold';
    case 'condition':
      return kind === 'threshold' || kind === 'pattern';
    case 'window':
      return kind !== 'slo' && kind !== 'composite' && kind !== 'external' && kind !== 'anomaly';
    case 'group':
      return MEASURING.has(kind) || kind === 'composite';
  }
}

/**
 * The first reason why a draft is no rule yet; undefined if it can be sent.
 *
 * @param base the rule that the draft changes.
 */
export function findFault(draft: RuleDraft, base?: AlertRule): string | undefined {
  const { kind, op, ruleIds } = draft;
  if (draft.name.trim() === '') return 'Type a name.';
  if (MEASURING.has(kind) && toSignal(draft) === '' && draft.savedSearch === '') return 'Choose a signal.';
  if (uses('condition', draft)) {
    if (!isNumber(draft.threshold)) return 'The threshold has to be a number.';
    if ((op === 'between' || op === 'outside') && !isNumber(draft.thresholdMax))
      return 'The upper bound has to be a number.';
    if (draft.recovery.trim() !== '' && !isNumber(draft.recovery)) return 'The recovery has to be a number.';
  }
  if (kind === 'pattern' && draft.pattern.trim() === '') return 'Type the pattern.';
  if (kind === 'slo' && !isNumber(draft.objective)) return 'The objective has to be a number.';
  if (kind === 'slo' && draft.good.trim() === '' && (base?.slo?.good?.q ?? ' ') !== '')
    return 'Type the query of good events.';
  if (kind === 'composite' && ruleIds.length < 2) return 'Choose at least two rules.';
  if (uses('metric_name', draft) && draft.metric.trim() === '') return 'Type the metric.';
  return undefined;
}

function isNumber(text: string): boolean {
  return text.trim() !== '' && Number.isFinite(Number(text));
}
