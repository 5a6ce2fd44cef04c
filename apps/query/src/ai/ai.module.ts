import { Module } from '@nestjs/common';
import { FiguresModule } from './figures/index.js';
import { PricesModule } from './prices/index.js';
import { QuestionsModule } from './questions/index.js';
import { RunsModule } from './runs/index.js';
import { ScoresModule } from './scores/scores.module.js';

/** Runs of AI agents, their scores, what calls of models cost and use, and questions in words. */
@Module({ imports: [FiguresModule, PricesModule, QuestionsModule, RunsModule, ScoresModule] })
export class AiModule {}
