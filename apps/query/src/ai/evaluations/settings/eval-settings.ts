import type { EvalsSetRequest } from '@svc/contract';
import { COST_DECIMALS, EVALUATION_METRICS, parseCost, type Budgets, type EvaluationMetric } from '@svc/gen-ai';
import type { EvalConfig, Prisma } from '@svc/relational';

/** How a project has its runs evaluated, as it is stored. Amounts are decimal texts in US dollars. */
export interface EvalSettings {
  readonly enabledMetrics: readonly EvaluationMetric[];
  /** '' for no judge. */
  readonly judgeModel: string;
  /** From 0 to 1. */
  readonly samplingRate: number;
  readonly maxDailyCost: string;
  readonly minRunTokens: number;
  readonly delaySeconds: number;
  /** Empty for all. */
  readonly environments: readonly string[];
  readonly latencyBudgetMs: number | null;
  readonly costBudget: string | null;
  readonly judgeCriteria: string;
  /** The model that rewords questions; '' for none. */
  readonly questionModel: string;
  /** The model that words investigations; '' for none. */
  readonly investigationModel: string;
}

export const DEFAULT_EVAL_SETTINGS: EvalSettings = {
  enabledMetrics: [],
  judgeModel: '',
  samplingRate: 0.1,
  maxDailyCost: '1',
  minRunTokens: 0,
  delaySeconds: 60,
  environments: [],
  latencyBudgetMs: null,
  costBudget: null,
  judgeCriteria: '',
  questionModel: '',
  investigationModel: '',
};

export function fromRequest(request: EvalsSetRequest): EvalSettings & Prisma.InputJsonObject {
  const { enabledMetrics, judgeModel, samplingRate, maxDailyCost, minRunTokens, delaySeconds } = request;
  const { environments, latencyBudgetMs, costBudget, judgeCriteria, questionModel, investigationModel } = request;
  return {
    enabledMetrics: EVALUATION_METRICS.filter((metric) => enabledMetrics.includes(metric)),
    judgeModel,
    samplingRate: samplingRate ?? DEFAULT_EVAL_SETTINGS.samplingRate,
    maxDailyCost: maxDailyCost ?? DEFAULT_EVAL_SETTINGS.maxDailyCost,
    minRunTokens: Number(minRunTokens),
    delaySeconds: delaySeconds ?? DEFAULT_EVAL_SETTINGS.delaySeconds,
    environments: environments.toSorted(),
    latencyBudgetMs: latencyBudgetMs === undefined ? null : Number(latencyBudgetMs),
    costBudget: costBudget ?? null,
    judgeCriteria,
    questionModel,
    investigationModel,
  };
}

/** The settings of a stored row, which a version of the service with fewer settings may have written. */
export function toSettings(row: Pick<EvalConfig, 'settings'> | null | undefined): EvalSettings {
  return { ...DEFAULT_EVAL_SETTINGS, ...(row?.settings as Partial<EvalSettings> | undefined) };
}

export function toBudgets({ latencyBudgetMs, costBudget }: EvalSettings): Budgets {
  return {
    latencyMs: latencyBudgetMs ?? undefined,
    cost: costBudget === null ? undefined : parseCost(costBudget, COST_DECIMALS),
  };
}

/** Whether anything evaluates the runs of an environment. */
export function evaluates(settings: EvalSettings, environment: string): boolean {
  const { enabledMetrics, judgeModel, environments } = settings;
  const isEnabled = enabledMetrics.length > 0 || judgeModel !== '';
  return isEnabled && (environments.length === 0 || environments.includes(environment));
}
