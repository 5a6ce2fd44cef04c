import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { EvalConfigSchema } from '@svc/contract';
import { COST_DECIMALS, EVALUATION_METRICS, formatMoney } from '@svc/gen-ai';
import type { EvalConfig } from '@svc/relational';
import { toSettings, type EvalSettings } from '../settings/eval-settings.js';

export interface EvalFacts {
  /** Units of 10^-12 US dollars. */
  readonly judgeCost: bigint;
  /** Whether the deployment has a provider of models. */
  readonly hasProvider: boolean;
}

export function toEvalConfig(row: EvalConfig | null, facts: EvalFacts): MessageInitShape<typeof EvalConfigSchema> {
  const settings = toSettings(row);
  const { latencyBudgetMs, costBudget, ...same } = settings;
  return {
    ...same,
    enabledMetrics: [...settings.enabledMetrics],
    environments: [...settings.environments],
    minRunTokens: BigInt(settings.minRunTokens),
    ...(latencyBudgetMs !== null && { latencyBudgetMs: BigInt(latencyBudgetMs) }),
    ...(costBudget !== null && { costBudget }),
    metrics: toMetrics(settings, facts),
    judgeCostToday: formatMoney(facts.judgeCost, COST_DECIMALS),
    ...(row && {
      version: row.version,
      createdBy: row.createdBy,
      createdAt: timestampFromDate(row.createdAt),
      updatedBy: row.updatedBy,
      updatedAt: timestampFromDate(row.updatedAt),
    }),
  };
}

function toMetrics(settings: EvalSettings, facts: EvalFacts) {
  const metrics = EVALUATION_METRICS.map((name) => {
    const enabled = settings.enabledMetrics.includes(name);
    return toMetric(name, enabled, enabled ? missingBudget(name, settings) : '');
  });
  const hasJudge = settings.judgeModel !== '';
  const hasTranslator = settings.questionModel !== '';
  const hasWriter = settings.investigationModel !== '';
  return [
    ...metrics,
    toMetric('judge', hasJudge, hasJudge ? judgeObstacle(settings, facts) : ''),
    toMetric('questions', hasTranslator, hasTranslator ? modelObstacle(settings, facts) : ''),
    toMetric('investigations', hasWriter, hasWriter ? modelObstacle(settings, facts) : ''),
  ];
}

const toMetric = (name: string, enabled: boolean, reason: string) => ({
  name,
  enabled,
  effective: enabled && reason === '',
  reason,
});

function missingBudget(metric: string, { latencyBudgetMs, costBudget }: EvalSettings): string {
  if (metric === 'latency_budget' && latencyBudgetMs === null) return 'latency_budget_ms is not set.';
  if (metric === 'cost_budget' && costBudget === null) return 'cost_budget is not set.';
  return '';
}

function judgeObstacle(settings: EvalSettings, facts: EvalFacts): string {
  return modelObstacle(settings, facts) || (settings.samplingRate === 0 ? 'sampling_rate is 0.' : '');
}

function modelObstacle({ maxDailyCost }: EvalSettings, { hasProvider }: EvalFacts): string {
  if (!hasProvider)
    return 'The deployment has no provider of models; an operator configures one with SVC_LLM_BASE_URL.';
  return Number(maxDailyCost) === 0 ? 'max_daily_cost is 0.' : '';
}
