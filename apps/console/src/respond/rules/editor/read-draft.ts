import { AGGREGATIONS, KINDS, oneOf, OPERATORS, RULE_SEVERITIES, SIGNALS } from './choices.js';
import { EMPTY_RULE, type RuleDraft } from './draft.js';

/** The draft of an address: those of its fields that a draft has, of the same types. */
export function readDraft(source: string): RuleDraft {
  let given: unknown;
  try {
    given = JSON.parse(source);
  } catch {
    return EMPTY_RULE;
  }
  if (typeof given !== 'object' || given === null) return EMPTY_RULE;
  const texts = Object.entries(EMPTY_RULE).flatMap(([name, value]) => {
    const text: unknown = Object.hasOwn(given, name) ? (given as Record<string, unknown>)[name] : undefined;
    return typeof value === 'string' && typeof text === 'string' ? [[name, text]] : [];
  });
  const draft = { ...EMPTY_RULE, ...(Object.fromEntries(texts) as Partial<RuleDraft>) };
  return {
    ...draft,
    severity: oneOf(RULE_SEVERITIES, draft.severity, 'warning'),
    kind: oneOf(
      KINDS.map(([kind]) => kind),
      draft.kind,
      'threshold',
    ),
    signal: oneOf(SIGNALS, draft.signal, 'logs'),
    agg: oneOf(AGGREGATIONS, draft.agg, 'count'),
    op: oneOf(OPERATORS, draft.op, 'gt'),
    operator: oneOf(['all', 'any'], draft.operator, 'all'),
  };
}
