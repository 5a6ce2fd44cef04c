import { Module } from '@nestjs/common';
import { ReadingModule } from '@svc/reading/module';
import { JobsModule, PeriodicJob } from '@svc/work';
import { ChangedPeriods, ChangedPeriodsModule } from '../../changed-periods/index.js';
import { PricesModule } from '../prices/index.js';
import { figuresJob } from './counting/figures-job.js';
import { PeriodCounter } from './counting/period-counter.js';
import { FiguresSource } from './reads/figures-source.js';
import { FiguresController } from './reads/figures.controller.js';
import { FiguresService } from './reads/figures.service.js';
import { ModelUsage } from './reads/model-usage.js';

/** Figures of calls of models: stored by hour and day, and counted where steps changed. Needs COLUMN_STORE, RELATIONAL and CLOCK. */
@Module({
  imports: [ChangedPeriodsModule, JobsModule, PricesModule, ReadingModule],
  controllers: [FiguresController],
  providers: [
    FiguresService,
    FiguresSource,
    ModelUsage,
    PeriodCounter,
    PeriodicJob.of(figuresJob, ChangedPeriods, PeriodCounter),
  ],
  exports: [ModelUsage],
})
export class FiguresModule {}
