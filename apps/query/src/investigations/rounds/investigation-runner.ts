import { Inject, Injectable } from '@nestjs/common';
import type { Conclusion, Hypothesis, InvestigationEngine, Scope } from '@svc/investigations';
import type { Logger } from '@svc/observability';
import { readJson, type Investigation, type Transaction } from '@svc/relational';
import { CLOCK, LOGGER, type Clock } from '@svc/runtime';
import { EndedError, Jobs, watchRunning, type Job, type JobContext, type JobHandler } from '@svc/work';
import { INVESTIGATION_ENGINE } from '../engine.js';
import { InvestigationsRepository } from '../storage/investigations.repository.js';
import { INVESTIGATION_QUEUE, type InvestigationPayload } from '../terms/investigation-queue.js';
import { reachedTimeLimit, TimeLimitReached } from '../terms/limits.js';
import { type Findings, type Instruction, NO_USAGE, type StoredEntry } from '../terms/records.js';
import { Wording, type Worded } from '../wording/wording.js';
import { RoundWriter, type HeldRound } from './round-writer.js';
import { Round, type RoundRequest } from './round.js';

/** Time until an investigation that has to wait tries to start again. */
const WAIT_MS = 1_000;
/** Time between two looks for a cancellation. */
const WATCH_MS = 1_000;

const TOO_LONG = 'The time of a round was used up before the checks were done.';
const INTERRUPTED = {
  code: 'internal',
  message: 'The investigation failed again and again, or the processes that worked on it ended.',
};

/** Runs rounds of investigations. A worker that takes a round over repeats it, and finds the same evidence. */
@Injectable()
export class InvestigationRunner implements JobHandler<InvestigationPayload> {
  constructor(
    @Inject(INVESTIGATION_ENGINE) private readonly engine: InvestigationEngine,
    private readonly repository: InvestigationsRepository,
    private readonly writer: RoundWriter,
    private readonly wording: Wording,
    jobs: Jobs,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    jobs.register(INVESTIGATION_QUEUE, this);
  }

  async handle(context: JobContext<InvestigationPayload>): Promise<Date | void> {
    const now = this.clock();
    const begin = await this.writer.begin(context.job.payload.id, new Date(now), context.fence);
    if (begin.outcome === 'wait') return new Date(now + WAIT_MS);
    if (begin.outcome === 'ended') return;
    try {
      await this.#run(begin.investigation, context);
    } catch (error) {
      // A cancellation has already stored the new status.
      if (!(error instanceof EndedError)) throw error;
      this.logger.info({ investigation_id: begin.investigation.id }, 'investigation cancelled while it ran');
    }
  }

  async onExhausted({ payload, projectId }: Job<InvestigationPayload>, code: string, tx: Transaction): Promise<void> {
    this.logger.warn({ investigation_id: payload.id, project_id: projectId, code }, 'investigation given up');
    await this.writer.fail(
      tx,
      payload.id,
      { ...INTERRUPTED, ...(code !== 'interrupted' && { code }) },
      new Date(this.clock()),
    );
  }

  async #run(investigation: Investigation, { fence, signal }: JobContext<InvestigationPayload>): Promise<void> {
    const { id, projectId, round: number } = investigation;
    const held: HeldRound = { id, projectId, round: number, fence };
    const entries = await this.repository.entries(id);
    const round = new Round(this.engine, toRequest(investigation, entries), (added, usage) =>
      this.writer.add(held, added, usage, new Date(this.clock())),
    );
    const startedAt = performance.now();
    const watch = watchRunning({
      isRunning: () => this.writer.isRunning(id),
      limit: () => reachedTimeLimit(performance.now() - startedAt),
      everyMs: WATCH_MS,
    });
    try {
      const running = AbortSignal.any([signal, watch.signal]);
      const findings = await this.#find(round, running, watch.signal);
      const worded = await this.#word(investigation, { findings, evidence: round.evidence, fence }, signal);
      const usage = {
        ...NO_USAGE,
        ...round.usage,
        ...worded.usage,
        durationMs: Math.round(performance.now() - startedAt),
      };
      const end = { ...findings, conclusion: worded.conclusion, model: worded.model, usage, evidence: round.evidence };
      await this.writer.complete(held, end, new Date(this.clock()));
    } catch (error) {
      // The reason of the abort is more useful than the error that the aborted engine threw.
      throw watch.signal.reason instanceof EndedError ? watch.signal.reason : error;
    } finally {
      watch.stop();
    }
  }

  /** The time of the checks does not count for the call of a model, which has a limit of its own; a cancellation ends it, too. */
  async #word(
    investigation: Investigation,
    found: Parameters<Wording['word']>[1],
    signal: AbortSignal,
  ): Promise<Worded> {
    const watch = watchRunning({
      isRunning: () => this.writer.isRunning(investigation.id),
      limit: () => undefined,
      everyMs: WATCH_MS,
    });
    try {
      return await this.wording.word(investigation, found, AbortSignal.any([signal, watch.signal]));
    } catch (error) {
      throw watch.signal.reason instanceof EndedError ? watch.signal.reason : error;
    } finally {
      watch.stop();
    }
  }

  /** Time that runs out is an answer: what was found so far, without a cause. */
  async #find(round: Round, running: AbortSignal, watched: AbortSignal): Promise<Findings> {
    try {
      await round.run(running);
      return round.findings();
    } catch (error) {
      const reason: unknown = watched.aborted ? watched.reason : error;
      if (!(reason instanceof TimeLimitReached)) throw error;
      return round.findings(TOO_LONG);
    }
  }
}

/** Evidence of this round is not known: a worker that takes it over looks again, so that it concludes from the same data. */
function toRequest(investigation: Investigation, entries: readonly StoredEntry[]): RoundRequest {
  const { projectId, round, scope, readScopes, instruction, conclusion, hypotheses, onset } = investigation;
  return {
    projectId,
    round,
    readScopes,
    // A worker that takes the round over looks at the same time, and so finds evidence with the same IDs.
    now: (investigation.startedAt ?? investigation.createdAt).getTime(),
    scope: readJson<Scope>(scope),
    instruction: readJson<Instruction>(instruction),
    known: entries.flatMap((entry) => (entry.kind === 'evidence' && entry.round < round ? [entry.data] : [])),
    before:
      conclusion === null
        ? undefined
        : {
            conclusion: readJson<Conclusion>(conclusion),
            hypotheses: readJson<readonly Hypothesis[]>(hypotheses),
            onset: onset?.getTime(),
          },
  };
}
