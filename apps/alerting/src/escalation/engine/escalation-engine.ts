import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from '@svc/observability';
import { CLOCK, latestPresent, LOGGER, type Clock } from '@svc/runtime';
import { DueLoop } from '@svc/work';
import { EscalationSteps } from './escalation-steps.js';
import { RunningEscalationsRepository, type LeaseTimes } from './running-escalations.repository.js';

const POLL_MS = 1_000;
/** Time after which a step that was not completed is repeated; far longer than a step takes. */
const LEASE_MS = 15_000;
const BATCH = 40;
/** Steps that run at the same time; each needs a connection. */
const CONCURRENCY = 4;

/** Carries out the steps of escalations when they are due. Any number of processes share the work. */
@Injectable()
export class EscalationEngine implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #loop: DueLoop;

  constructor(
    private readonly escalations: RunningEscalationsRepository,
    private readonly steps: EscalationSteps,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.#loop = new DueLoop({
      watch: (wake) => escalations.watch(POLL_MS, () => this.#times(), wake),
      pass: async () => (await this.runDue()) > 0,
      logger,
      warning: 'could not run escalation steps; retrying',
    });
  }

  onApplicationBootstrap(): void {
    this.#loop.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.#loop.stop();
  }

  /** Carries out what is due now. @returns the number of steps. */
  async runDue(): Promise<number> {
    const due = await this.escalations.lease(BATCH, this.#times());
    const waiting = due.values();
    const worker = async (): Promise<void> => {
      // An escalation that cannot be stepped now is repeated after its lease and holds up no other.
      for (const escalation of waiting)
        await this.steps.step(escalation).catch((error: unknown) => this.#loop.warnOnce(error));
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, worker));
    return due.length;
  }

  #times(): LeaseTimes {
    const now = this.clock();
    return [new Date(now), new Date(now + LEASE_MS), new Date(latestPresent(now))];
  }
}
