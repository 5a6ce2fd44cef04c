import { COST_DECIMALS, formatMoney } from '../prices/money.js';
import { emptyOutput, jsonValidity } from './answers.js';
import type { Budgets, EvaluatedRun, Finding } from './evaluated-run.js';
import { loopDetected } from './loops.js';

/** The metrics that need no model, by the name of their scores. A metric that does not apply to a run gives nothing. */
const METRICS = {
  tool_error_rate: toolErrorRate,
  loop_detected: loopDetected,
  empty_output: emptyOutput,
  json_validity: jsonValidity,
  latency_budget: latencyBudget,
  cost_budget: costBudget,
} satisfies Record<string, (run: EvaluatedRun, budgets: Budgets) => Finding | undefined>;

export type EvaluationMetric = keyof typeof METRICS;

export const EVALUATION_METRICS = Object.keys(METRICS) as readonly EvaluationMetric[];

/** Metrics that read prompts, answers, and arguments of tools. */
export const CONTENT_METRICS: ReadonlySet<EvaluationMetric> = new Set([
  'loop_detected',
  'empty_output',
  'json_validity',
]);

/** Evaluates a run by a metric; undefined if the metric does not apply to it. */
export function evaluateRun(metric: EvaluationMetric, run: EvaluatedRun, budgets: Budgets): Finding | undefined {
  return METRICS[metric](run, budgets);
}

function toolErrorRate({ toolCalls, toolErrors }: EvaluatedRun): Finding | undefined {
  if (toolCalls === 0) return undefined;
  return {
    label: toolErrors === 0 ? 'ok' : 'errors',
    value: toolErrors / toolCalls,
    comment: `${toolErrors} of ${toolCalls} calls of tools failed.`,
  };
}

const NANOSECONDS_PER_MILLISECOND = 1_000_000n;

function latencyBudget({ durationNs }: EvaluatedRun, { latencyMs }: Budgets): Finding | undefined {
  if (latencyMs === undefined) return undefined;
  const ms = Number(durationNs / NANOSECONDS_PER_MILLISECOND);
  const isExceeded = durationNs > BigInt(latencyMs) * NANOSECONDS_PER_MILLISECOND;
  const comment = `The run took ${ms} ms of ${latencyMs} ms.`;
  return { label: isExceeded ? 'exceeded' : 'within', value: ms, comment };
}

function costBudget(run: EvaluatedRun, { cost: budget }: Budgets): Finding | undefined {
  const { cost, llmCalls, unpricedCalls } = run;
  if (budget === undefined || (cost === undefined && llmCalls === 0)) return undefined;
  const limit = `${formatMoney(budget, COST_DECIMALS)} US dollars`;
  if (cost === undefined) {
    return { label: 'unknown', value: null, comment: `No call has a price; the budget is ${limit}.` };
  }
  const amount = formatMoney(cost, COST_DECIMALS);
  const value = Number(amount);
  if (unpricedCalls === 0 || cost > budget) {
    const least = unpricedCalls === 0 ? '' : 'at least ';
    const label = cost > budget ? 'exceeded' : 'within';
    return { label, value, comment: `The run cost ${least}${amount} of ${limit}.` };
  }
  const comment = `The run cost ${amount} of ${limit} without ${unpricedCalls} calls that have no price.`;
  return { label: 'unknown', value, comment };
}
