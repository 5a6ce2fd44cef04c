import { DIRECTED, type Match, type Rule, type RuleCondition } from '../definition/definition.js';

/** Figures of a series in one window. */
export interface Figure {
  /** Null where nothing was measured. */
  readonly value: number | null;
  readonly samples: number;
}

export type Verdict = 'ok' | 'breach' | 'no_data' | 'too_few';

/**
 * Judges a figure by the condition of a rule.
 *
 * @param isFiring whether the alert fires: it then recovers only past the recovery threshold.
 */
export function judge(
  { value, samples }: Figure,
  { kind, definition }: Pick<Rule, 'kind' | 'definition'>,
  isFiring: boolean,
): Verdict {
  if (kind === 'absence') return samples === 0 ? 'breach' : 'ok';
  if (value === null || !Number.isFinite(value)) return 'no_data';
  if (samples < definition.minSamples) return 'too_few';
  const condition = definition.condition ?? REACHED;
  return breaches(value, isFiring ? recovering(condition) : condition) ? 'breach' : 'ok';
}

/** The condition of rules without one of their own: their figures are 1 or more when there is reason for an alert. */
export const REACHED: RuleCondition = {
  reducer: '',
  op: 'gte',
  threshold: 1,
  thresholdMax: null,
  recoveryThreshold: null,
};

export function breaches(
  value: number,
  { op, threshold, thresholdMax }: Pick<RuleCondition, 'op' | 'threshold' | 'thresholdMax'>,
): boolean {
  switch (op) {
    case 'gt':
      return value > threshold;
    case 'gte':
      return value >= threshold;
    case 'lt':
      return value < threshold;
    case 'lte':
      return value <= threshold;
    case 'eq':
      return value === threshold;
    case 'neq':
      return value !== threshold;
    case 'between':
      return value >= threshold && value <= (thresholdMax ?? threshold);
    case 'outside':
      return value < threshold || value > (thresholdMax ?? threshold);
  }
}

function recovering(condition: RuleCondition): RuleCondition {
  const { op, recoveryThreshold } = condition;
  if (recoveryThreshold === null || !DIRECTED.has(op)) return condition;
  return { ...condition, threshold: recoveryThreshold };
}

/** Puts the figures of a window's intervals together as `match` says. Intervals without data do not count. */
export function combine(figures: readonly Figure[], match: Exclude<Match, ''>, condition: RuleCondition): Figure {
  const samples = figures.reduce((sum, figure) => sum + figure.samples, 0);
  const values = figures.flatMap(({ value }) => (value === null || !Number.isFinite(value) ? [] : [value]));
  const last = values.at(-1);
  if (last === undefined) return { value: null, samples };
  const total = values.reduce((sum, value) => sum + value, 0);
  switch (match) {
    case 'once':
      return { value: values.find((value) => breaches(value, condition)) ?? last, samples };
    case 'all':
      return { value: values.find((value) => !breaches(value, condition)) ?? last, samples };
    case 'average':
      return { value: total / values.length, samples };
    case 'total':
      return { value: total, samples };
  }
}
