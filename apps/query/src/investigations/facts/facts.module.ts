import { Module } from '@nestjs/common';
import type { InvestigationEngine } from '@svc/investigations';
import { INVESTIGATION_ENGINE } from '../engine.js';

/** Stands in until the engine is merged: it has no checks. */
const NO_CHECKS: InvestigationEngine = {
  async *run() {
    yield {
      type: 'conclusion',
      conclusion: {
        level: 'inconclusive',
        text: 'No check was run.',
        causes: [],
        claims: [],
        reason: 'There are no checks.',
      },
    };
  },
  rerun: () => Promise.resolve(undefined),
};

@Module({ providers: [{ provide: INVESTIGATION_ENGINE, useValue: NO_CHECKS }], exports: [INVESTIGATION_ENGINE] })
export class FactsModule {}
