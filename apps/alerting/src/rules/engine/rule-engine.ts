import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from '@svc/observability';
import { CLOCK, LOGGER, type Clock } from '@svc/service';
import { type BackgroundJob, startDelayed } from '@svc/work';
import { ClaimsRepository, type ClaimedRule } from './claims.repository.js';
import { Evaluator } from './evaluator.js';

const TICK_MS = 1_000;
/** Rules that are claimed at once. */
const MOST = 1_000;
/** Projects that are evaluated at the same time. */
const CONCURRENT = 4;
/** Smaller steps back are corrections of a clock, which delay nothing by more than that. */
const SET_BACK_MS = 1_000;

/** Evaluates the rules that are due, in any number of processes: each rule is evaluated by one of them. */
@Injectable()
export class RuleEngine implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #stopping = new AbortController();
  #job: BackgroundJob | undefined;
  #running: Promise<void> | undefined;
  #isFailing = false;
  /** Of the last look. Before the first one, the clock may have been set back while no process looked. */
  #lastMs = Infinity;

  constructor(
    private readonly claims: ClaimsRepository,
    private readonly evaluator: Evaluator,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.#job = startDelayed(() => this.start());
  }

  async onModuleDestroy(): Promise<void> {
    await this.#job?.stop();
  }

  start(): BackgroundJob {
    const look = () => {
      const now = this.clock();
      return { now: new Date(now), anyway: this.#wasSetBack(now) };
    };
    const endWatching = this.claims.watch(TICK_MS, look, () => void (this.#running ??= this.#tick()));
    return {
      stop: async () => {
        endWatching();
        this.#stopping.abort();
        await this.#running;
      },
    };
  }

  /** Evaluates everything that is due now. @returns the number of rules. */
  async run(): Promise<number> {
    await this.#watchClock();
    let all = 0;
    let claimed: ClaimedRule[];
    do {
      claimed = await this.claims.claim(new Date(this.clock()), MOST);
      all += claimed.length;
      await this.#evaluate(claimed);
    } while (claimed.length === MOST && !this.#stopping.signal.aborted);
    return all;
  }

  async #watchClock(): Promise<void> {
    const now = this.clock();
    if (!this.#wasSetBack(now)) return;
    await this.claims.makeDue(new Date(now));
    this.#lastMs = now;
  }

  /** True until the rules have been made due. */
  #wasSetBack(now: number): boolean {
    const wasSetBack = now < this.#lastMs - SET_BACK_MS;
    if (!wasSetBack) this.#lastMs = now;
    return wasSetBack;
  }

  async #tick(): Promise<void> {
    try {
      await this.run();
      this.#isFailing = false;
    } catch (error) {
      if (!this.#isFailing) this.logger.warn({ err: error }, 'alert rules not evaluated; retrying');
      this.#isFailing = true;
    } finally {
      this.#running = undefined;
    }
  }

  /** One project that fails does not keep the others from being evaluated; its rules are tried again when their lease ends. */
  async #evaluate(claimed: readonly ClaimedRule[]): Promise<void> {
    const waiting = [...Map.groupBy(claimed, ({ projectId }) => projectId)];
    if (waiting.length === 0) return;
    const projects = await this.claims.projects(waiting.map(([projectId]) => projectId));
    const work = async (): Promise<void> => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const project = projects.get(next[0]);
        if (!project || this.#stopping.signal.aborted) continue;
        await this.evaluator.evaluate(project, next[1], this.#stopping.signal).catch((error: unknown) => {
          this.logger.error({ err: error, project_id: project.id }, 'alert rules of a project not evaluated');
        });
      }
    };
    await Promise.all(Array.from({ length: CONCURRENT }, work));
  }
}
