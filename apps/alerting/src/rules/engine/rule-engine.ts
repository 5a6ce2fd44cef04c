import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from '@svc/observability';
import { CLOCK, LOGGER, type Clock } from '@svc/runtime';
import { DueLoop, startDelayed, type BackgroundJob } from '@svc/work';
import { ClaimsRepository, type ClaimedRule } from './claims.repository.js';
import { Evaluator } from './evaluator.js';

const POLL_MS = 1_000;
/** The most rules of one claim. */
const MAX_BATCH = 1_000;
/** Projects that are evaluated at the same time. */
const CONCURRENCY = 4;
/** Smaller steps back are corrections of the clock, which delay an evaluation by no more than this. */
const SET_BACK_MS = 1_000;

/** Evaluates the rules that are due, in any number of processes: each rule is evaluated by one of them. */
@Injectable()
export class RuleEngine implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #loop: DueLoop;
  #job: BackgroundJob | undefined;
  /** Time of the last poll; Infinity before the first, because the clock may have been set back while no process ran. */
  #polledMs = Infinity;

  constructor(
    private readonly claims: ClaimsRepository,
    private readonly evaluator: Evaluator,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.#loop = new DueLoop({
      watch: (wake) => claims.watch(POLL_MS, () => this.#poll(), wake),
      pass: async () => (await this.run()) === MAX_BATCH,
      logger,
      warning: 'could not evaluate alert rules; retrying',
    });
  }

  onApplicationBootstrap(): void {
    this.#job = startDelayed(() => this.#loop.start());
  }

  async onModuleDestroy(): Promise<void> {
    await this.#job?.stop();
  }

  /** Evaluates what is due now, up to `MAX_BATCH` rules. @returns the number of rules. */
  async run(): Promise<number> {
    await this.#makeDueIfSetBack();
    const claimed = await this.claims.claim(new Date(this.clock()), MAX_BATCH);
    await this.#evaluate(claimed);
    return claimed.length;
  }

  #poll(): { readonly now: Date; readonly anyway: boolean } {
    const now = this.clock();
    return { now: new Date(now), anyway: this.#wasSetBack(now) };
  }

  async #makeDueIfSetBack(): Promise<void> {
    const now = this.clock();
    if (!this.#wasSetBack(now)) return;
    await this.claims.makeDue(new Date(now));
    this.#polledMs = now;
  }

  /** True until the rules have been made due. */
  #wasSetBack(now: number): boolean {
    const wasSetBack = now < this.#polledMs - SET_BACK_MS;
    if (!wasSetBack) this.#polledMs = now;
    return wasSetBack;
  }

  /** A project that fails does not keep the others from being evaluated; its rules are tried again when their lease ends. */
  async #evaluate(claimed: readonly ClaimedRule[]): Promise<void> {
    const waiting = [...Map.groupBy(claimed, ({ projectId }) => projectId)];
    if (waiting.length === 0) return;
    const projects = await this.claims.projects(waiting.map(([projectId]) => projectId));
    const work = async (): Promise<void> => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const project = projects.get(next[0]);
        if (!project || this.#loop.signal.aborted) continue;
        await this.evaluator.evaluate(project, next[1], this.#loop.signal).catch((error: unknown) => {
          this.logger.error({ err: error, project_id: project.id }, 'alert rules of a project not evaluated');
        });
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, work));
  }
}
