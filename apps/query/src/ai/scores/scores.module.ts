import { Module } from '@nestjs/common';
import { ReadingModule } from '@svc/reading/module';
import { JobsModule, PeriodicJob } from '@svc/work';
import { RunsModule } from '../runs/index.js';
import { scoreCleanup } from './score-cleanup.js';
import { ScoresController } from './scores.controller.js';
import { ScoresRepository } from './scores.repository.js';
import { ScoresService } from './scores.service.js';

/** Scores of agent runs. Needs RELATIONAL and CLOCK of the process. */
@Module({
  imports: [JobsModule, ReadingModule, RunsModule],
  controllers: [ScoresController],
  providers: [PeriodicJob.of(scoreCleanup), ScoresRepository, ScoresService],
  exports: [ScoresService],
})
export class ScoresModule {}
