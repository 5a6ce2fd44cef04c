import { Module } from '@nestjs/common';
import { RunErasureModule } from './erasure/index.js';
import { EvaluationsModule } from './evaluations/index.js';
import { FiguresModule } from './figures/index.js';
import { PricesModule } from './prices/index.js';
import { QuestionsModule } from './questions/index.js';
import { RunsModule } from './runs/index.js';
import { ScoresModule } from './scores/index.js';

/** Runs of AI agents, their scores and evaluations, what calls of models cost and use, and questions in words. */
@Module({
  imports: [
    EvaluationsModule,
    FiguresModule,
    PricesModule,
    QuestionsModule,
    RunErasureModule,
    RunsModule,
    ScoresModule,
  ],
})
export class AiModule {}
