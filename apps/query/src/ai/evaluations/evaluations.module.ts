import { Module } from '@nestjs/common';
import { JobsModule, PeriodicJob, WakeUps } from '@svc/work';
import { ChangedPeriodsModule } from '../../changed-periods/index.js';
import { ContentModule } from '../content/index.js';
import { PricesModule } from '../prices/index.js';
import { ModelProviderModule } from '../provider/index.js';
import { RUNS_ASSEMBLED_CHANNEL } from '../runs/index.js';
import { ScoresModule } from '../scores/index.js';
import { EvalConfigsService } from './config/configs.service.js';
import { EvalsController } from './config/evals.controller.js';
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
import { evaluationCleanup } from './work/evaluation-cleanup.js';
import { Evaluator } from './work/evaluator.js';
import { RunEvaluation } from './work/run-evaluation.js';

/**
 * Evaluations of agent runs, and calls of models within what projects allow. Needs COLUMN_STORE, RELATIONAL, PUB_SUB and CLOCK of the
 * process.
 */
@Module({
  imports: [ChangedPeriodsModule, ContentModule, JobsModule, ModelProviderModule, PricesModule, ScoresModule],
  controllers: [EvalsController],
  providers: [
    EvalConfigsRepository,
    EvalConfigsService,
    EvaluationsRepository,
    Evaluator,
    Judge,
    JudgeBudget,
    JudgePrices,
    JudgeQueue,
    JudgeRuns,
    ModelCalls,
    PeriodicJob.of(evaluationCleanup),
    RunEvaluation,
    RunReader,
    StepContents,
    TelemetryScores,
    WakeUps.on(RUNS_ASSEMBLED_CHANNEL),
  ],
  exports: [EvalConfigsRepository, ModelCalls],
})
export class EvaluationsModule {}
