import type { EvalConfig, EvalsSetRequest } from '../../gen/api.js';
import { shiftDecimal } from '../costs/prices/decimal.js';
import { METRICS, type MetricName } from './metrics.js';

/** The configuration as its form shows it. An empty text is no limit, or no model. */
export type EvalDraft = Readonly<Record<MetricName, boolean>> & {
  readonly latencyMs: string;
  readonly runCost: string;
  readonly judge: string;
  /** Percent of the runs. */
  readonly share: string;
  readonly leastTokens: string;
  readonly criteria: string;
  readonly questions: string;
  readonly investigations: string;
  readonly dailyCost: string;
  readonly delay: string;
  /** Names with commas between them. */
  readonly environments: string;
};

export const EVAL_LABELS: Readonly<Record<keyof EvalDraft, string>> = {
  ...(Object.fromEntries(METRICS.map(({ name, label }) => [name, label])) as Record<MetricName, string>),
  latencyMs: 'Milliseconds that a run may take',
  runCost: 'US dollars that a run may cost',
  judge: 'Model that judges runs',
  share: 'Percent of the runs that it judges',
  leastTokens: 'Fewest tokens of a run that it judges',
  criteria: 'What it judges',
  questions: 'Model that rewords questions',
  investigations: 'Model that words investigations',
  dailyCost: 'US dollars a day for these models',
  delay: 'Seconds after the last change of a run',
  environments: 'Environments',
};

type Check = readonly [pattern: RegExp, least: number, most: number, fault: string];

const DOLLARS: Check = [/^\d{1,6}(?:\.\d{1,12})?$/, 0, Infinity, 'US dollars, such as 2.50.'];
const CHECKS: { readonly [K in keyof EvalDraft]?: Check } = {
  latencyMs: [/^\d{1,10}$/, 1, 2_592_000_000, 'A whole number from 1 to 2592000000, or nothing for no limit.'],
  runCost: DOLLARS,
  share: [/^\d{1,3}(?:\.\d{1,9})?$/, 0, 100, 'A number from 0 to 100.'],
  leastTokens: [/^\d{1,10}$/, 0, 1_000_000_000, 'A whole number from 0 to 1000000000.'],
  dailyCost: DOLLARS,
  delay: [/^\d{1,5}$/, 0, 86_400, 'A whole number from 0 to 86400.'],
};
const OPTIONAL: ReadonlySet<keyof EvalDraft> = new Set(['latencyMs', 'runCost']);
const MOST_ENVIRONMENTS = 20;
const MOST_CHARACTERS = 128;

export function toEvalDraft(config: EvalConfig): EvalDraft {
  const metrics = METRICS.map(({ name }) => [name, config.enabled_metrics.includes(name)] as const);
  return {
    ...(Object.fromEntries(metrics) as Record<MetricName, boolean>),
    latencyMs: config.latency_budget_ms === null ? '' : String(config.latency_budget_ms),
    runCost: config.cost_budget ?? '',
    judge: config.judge_model,
    share: toPercent(config.sampling_rate),
    leastTokens: String(config.min_run_tokens),
    criteria: config.judge_criteria,
    questions: config.question_model,
    investigations: config.investigation_model,
    dailyCost: config.max_daily_cost,
    delay: String(config.delay_seconds),
    environments: config.environments.join(', '),
  };
}

/** A share from 0 to 1 in percent. */
function toPercent(share: number): string {
  return shiftDecimal(String(share), 2) ?? String(share * 100);
}

export function toEnvironments({ environments }: EvalDraft): readonly string[] {
  const names = environments.split(',').map((name) => name.trim());
  return [...new Set(names)].filter((name) => name !== '');
}

/** The fields that are not valid, each with the reason. */
export function evalFaults(draft: EvalDraft): ReadonlyMap<keyof EvalDraft, string> {
  const faults = new Map<keyof EvalDraft, string>();
  for (const [key, [pattern, least, most, fault]] of Object.entries(CHECKS) as [keyof EvalDraft, Check][]) {
    const text = String(draft[key]).trim();
    const isMissing = text === '' && OPTIONAL.has(key);
    if (!isMissing && !(pattern.test(text) && Number(text) >= least && Number(text) <= most)) faults.set(key, fault);
  }
  const names = toEnvironments(draft);
  if (names.length > MOST_ENVIRONMENTS || names.some((name) => name.length > MOST_CHARACTERS))
    faults.set('environments', `At most ${MOST_ENVIRONMENTS} names of ${MOST_CHARACTERS} characters.`);
  return faults;
}

/** The request that replaces the configuration; the whole of it, because what is left out gets its default. */
export function toEvalBody(draft: EvalDraft, version: number | undefined): EvalsSetRequest {
  const [latency, cost] = [draft.latencyMs.trim(), draft.runCost.trim()];
  return {
    enabled_metrics: METRICS.map(({ name }) => name).filter((name) => draft[name]),
    ...(latency !== '' && { latency_budget_ms: Number(latency) }),
    ...(cost !== '' && { cost_budget: cost }),
    judge_model: draft.judge.trim(),
    sampling_rate: Number(shiftDecimal(draft.share.trim(), -2)),
    min_run_tokens: Number(draft.leastTokens),
    judge_criteria: draft.criteria,
    question_model: draft.questions.trim(),
    investigation_model: draft.investigations.trim(),
    max_daily_cost: draft.dailyCost.trim(),
    delay_seconds: Number(draft.delay),
    environments: toEnvironments(draft),
    ...(version !== undefined && { expected_version: version }),
  };
}
