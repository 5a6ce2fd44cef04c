import { MemoryStore, type PubSub } from '@svc/cache';
import type { ColumnStore } from '@svc/columnar';
import { MissingStore } from '@svc/objects/open';
import { createLogger } from '@svc/observability';
import { Egress } from '@svc/outbound';
import type { Relational } from '@svc/relational';
import { Jobs, WakeUps } from '@svc/work';
import { ChangedPeriods } from '../../changed-periods/index.js';
import { ContentReader, LargeValues } from '../content/index.js';
import { OverridesRepository } from '../prices/overrides.repository.js';
import { PriceOverrides } from '../prices/price-overrides.js';
import { ModelProvider } from '../provider/index.js';
import { RUNS_ASSEMBLED_CHANNEL } from '../runs/index.js';
import { ScoresRepository } from '../scores/scores.repository.js';
import { ScoresService } from '../scores/scores.service.js';
import { EvalConfigsService } from './config/configs.service.js';
import { JudgeBudget } from './judge/judge-budget.js';
import { JudgePrices } from './judge/judge-prices.js';
import { JudgeQueue } from './judge/judge-queue.js';
import { JudgeRuns } from './judge/judge-run.js';
import { Judge } from './judge/judge.js';
import { ModelCalls } from './judge/model-calls.js';
import { EvaluationsRepository } from './runs/evaluations.repository.js';
import { RunReader } from './runs/run-reader.js';
import { StepContents } from './runs/step-contents.js';
import { EvalConfigsRepository } from './settings/configs.repository.js';
import { TelemetryScores } from './telemetry/telemetry-scores.js';
import { Evaluator } from './work/evaluator.js';
import { RunEvaluation } from './work/run-evaluation.js';

const LOGGER = createLogger({ service: 'query', level: 'silent' });

interface EvaluationWorld {
  readonly store: ColumnStore;
  readonly relational: Relational;
  readonly clock: () => number;
  /** That of the assembly, if its announcements are to be heard. */
  readonly pubSub?: PubSub;
  /** Address of the provider of models, if there is one. */
  readonly provider?: string;
}

/** The evaluations of one process, which may read another store. */
export function newEvaluations({
  store,
  relational,
  clock,
  pubSub = new MemoryStore().pubSub,
  provider: baseUrl,
}: EvaluationWorld) {
  const jobs = new Jobs(relational, pubSub, clock, LOGGER);
  const wakeUps = new WakeUps(RUNS_ASSEMBLED_CHANNEL, pubSub, clock);
  const egress = new Egress({ allow: ['127.0.0.0/8'] });
  const provider = new ModelProvider(
    baseUrl === undefined ? undefined : { baseUrl, apiKey: 'secret', name: 'openai', egress },
  );
  const scores = new ScoresService(new ScoresRepository(relational), clock);
  const repository = new EvaluationsRepository(relational);
  const configs = new EvalConfigsRepository(relational);
  const runs = new RunReader(store);
  const contents = new StepContents(new ContentReader(store, new LargeValues(new MissingStore())));
  const prices = new JudgePrices(new PriceOverrides(new OverridesRepository(relational)), provider, clock);
  const budget = new JudgeBudget(relational);
  const judgeRuns = new JudgeRuns(store, new ChangedPeriods(relational, clock));
  const calls = new ModelCalls(provider, prices, budget, judgeRuns, clock);
  return {
    provider,
    wakeUps,
    calls,
    scores,
    budget,
    configs: new EvalConfigsService(configs, prices, budget, clock),
    judge: new Judge(jobs, provider, repository, configs, runs, contents, budget, calls, scores),
    evaluation: new RunEvaluation(
      jobs,
      repository,
      configs,
      new TelemetryScores(store, scores, clock),
      runs,
      new Evaluator(runs, contents, scores),
      new JudgeQueue(provider, clock),
      wakeUps,
      store,
      clock,
    ),
  };
}
