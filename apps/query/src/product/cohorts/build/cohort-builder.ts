import { randomUUID } from 'node:crypto';
import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { PubSub } from '@svc/cache';
import type { ColumnStore } from '@svc/columnar';
import type { JsonObject } from '@svc/contract';
import { ServiceError, toServiceError } from '@svc/errors';
import type { Logger } from '@svc/observability';
import type { Cohort, CohortGeneration, Relational } from '@svc/relational';
import { BackgroundWork, CLOCK, COLUMN_STORE, LOGGER, PUB_SUB, RELATIONAL, type Clock } from '@svc/service';
import { Budget, Scope } from '@svc/reading/statement';
import { fromMilliseconds } from '@svc/reading/time';
import { CohortSources } from '../cohort-sources.js';
import { CohortsRepository } from '../cohorts.repository.js';
import { readDefinition, type CohortKind } from '../definition/definition.js';
import { selectMembers } from '../definition/members.query.js';
import { FLAGS_CHANGED_CHANNEL } from '@svc/flags';

export const REFRESH_MS = 15 * 60_000;

const LOOK_MS = 1_000;
const LEASE_MS = 60_000;
const HEARTBEAT_MS = 20_000;
const MAX_ATTEMPTS = 3;
/** Doubled after each failure. */
const BACKOFF_MS = 2_000;
const BUILD_MS = 120_000;
const MAX_MEMBERS = 1_000_000;

type Claimed = CohortGeneration & { readonly cohort: Cohort; readonly token: string };

/**
 * Builds generations, one at a time in each process. Whoever builds one holds a lease in the store and renews it; when it dies
 * another takes over, and after three attempts the generation has failed, with its reason, instead of being built for ever.
 */
@Injectable()
export class CohortBuilder implements OnModuleInit, OnApplicationShutdown {
  readonly #work: BackgroundWork;

  constructor(
    private readonly cohorts: CohortsRepository,
    private readonly sources: CohortSources,
    @Inject(COLUMN_STORE) private readonly store: ColumnStore,
    @Inject(RELATIONAL) private readonly relational: Relational,
    @Inject(PUB_SUB) private readonly pubSub: PubSub,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.#work = new BackgroundWork(
      (stopping) => this.#buildFree(stopping),
      logger,
      'cohorts to be built cannot be read',
    );
  }

  onModuleInit(): void {
    this.#work.start(LOOK_MS);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#work.stop();
  }

  /** Looks for something to build now rather than within a second. */
  wake(): void {
    this.#work.wake();
  }

  async #buildFree(stopping: AbortSignal): Promise<void> {
    await this.#beginDue();
    for (let claimed = await this.#claim(); claimed; claimed = await this.#claim()) {
      await this.#build(claimed, stopping);
      if (stopping.aborted) return;
    }
  }

  async #beginDue(): Promise<void> {
    const now = this.#now();
    const due = await this.relational.client.cohort.findMany({ where: { refreshAt: { lte: now } }, take: 100 });
    for (const { id, refreshAt } of due) {
      await this.cohorts.transaction(async (store) => {
        const next = new Date(now.getTime() + REFRESH_MS);
        const { count } = await store.cohort.updateMany({ where: { id, refreshAt }, data: { refreshAt: next } });
        if (count === 1) await this.cohorts.begin(id, now, store);
      });
    }
  }

  async #claim(): Promise<Claimed | undefined> {
    const now = this.#now();
    const { cohortGeneration } = this.relational.client;
    const free = { state: 'building', OR: [{ leaseUntil: null }, { leaseUntil: { lt: now } }] };
    const found = await cohortGeneration.findFirst({
      where: free,
      orderBy: { startedAt: 'asc' },
      include: { cohort: true },
    });
    if (!found) return undefined;
    const { cohortId, number, attempts } = found;
    if (attempts >= MAX_ATTEMPTS) {
      await cohortGeneration.updateMany({
        where: { cohortId, number, ...free },
        data: { state: 'failed', finishedAt: now, error: found.error ?? 'interrupted', leaseUntil: null },
      });
      return this.#claim();
    }
    const token = randomUUID();
    const { count } = await cohortGeneration.updateMany({
      where: { cohortId, number, attempts, ...free },
      data: { attempts: attempts + 1, leaseToken: token, leaseUntil: new Date(now.getTime() + LEASE_MS) },
    });
    return count === 1 ? { ...found, attempts: attempts + 1, token } : this.#claim();
  }

  async #build(claimed: Claimed, stopping: AbortSignal): Promise<void> {
    const lost = new AbortController();
    const heartbeat = setInterval(() => {
      void this.#renew(claimed).then(
        (held) => held || lost.abort(),
        () => {},
      );
    }, HEARTBEAT_MS);
    try {
      const count = await this.#fill(claimed, AbortSignal.any([lost.signal, stopping]));
      await this.#finish(claimed, count);
    } catch (error) {
      await this.#fail(claimed, toServiceError(error), stopping.aborted);
    } finally {
      clearInterval(heartbeat);
    }
  }

  async #fill(claimed: Claimed, signal: AbortSignal): Promise<number> {
    const { cohort } = claimed;
    const { id, projectId, projectNumber, retentionDays, kind, definition: json } = cohort;
    const scope = Scope.of({ id: projectId, number: projectNumber, retentionDays });
    const at = fromMilliseconds(this.clock());
    const definition = readDefinition(kind as CohortKind, json as JsonObject, at);
    const cohorts = await this.sources.of(definition, projectId, at, id);
    held(await this.cohorts.clearFound(claimed));
    const budget = new Budget(signal, BUILD_MS);
    const statement = budget.statement(selectMembers(definition, { scope, at, cohorts }), {
      maxResultRows: MAX_MEMBERS,
    });
    let count = 0;
    for await (const rows of this.store.stream(statement)) {
      signal.throwIfAborted();
      count += rows.length;
      const found = rows.map(({ person }) => person);
      held(await this.cohorts.insertFound(claimed, found));
    }
    return count;
  }

  async #renew({ cohortId, number, token }: Claimed): Promise<boolean> {
    const { count } = await this.relational.client.cohortGeneration.updateMany({
      where: { cohortId, number, leaseToken: token, state: 'building' },
      data: { leaseUntil: new Date(this.clock() + LEASE_MS) },
    });
    return count === 1;
  }

  /** Readers change over with the commit, to all of the generation at once. */
  async #finish({ cohort, cohortId, number, token }: Claimed, count: number): Promise<void> {
    const now = this.#now();
    const { projectId } = cohort;
    const isAskedFor = await this.cohorts.isAskedForByFlags(projectId, cohortId);
    await this.cohorts.transaction(async (store) => {
      const ready = await store.cohortGeneration.updateMany({
        where: { cohortId, number, leaseToken: token, state: 'building' },
        data: { state: 'ready', finishedAt: now, count, error: null, leaseUntil: null },
      });
      if (ready.count === 0) return;
      await store.cohort.update({ where: { id: cohortId }, data: { generation: number, count } });
      if (isAskedFor) await this.cohorts.countFlagChange(projectId, now, store);
    });
    if (isAskedFor) await this.pubSub.publish(FLAGS_CHANGED_CHANNEL, projectId);
    await this.cohorts.prune(cohortId);
  }

  /** To be tried again later, or failed for good. A build that this process gave up at its stop is free at once. */
  async #fail({ cohortId, number, token, attempts }: Claimed, error: ServiceError, isStopping: boolean): Promise<void> {
    const now = this.#now();
    const isLast = attempts >= MAX_ATTEMPTS && !isStopping;
    await this.relational.client.cohortGeneration.updateMany({
      where: { cohortId, number, leaseToken: token, state: 'building' },
      data: isLast
        ? { state: 'failed', finishedAt: now, error: error.code, leaseUntil: null }
        : {
            ...(isStopping ? { attempts: attempts - 1 } : { error: error.code }),
            leaseUntil: isStopping ? null : new Date(now.getTime() + BACKOFF_MS * 2 ** attempts),
          },
    });
  }

  #now(): Date {
    return new Date(this.clock());
  }
}

function held(isHeld: boolean): void {
  if (!isHeld) throw new ServiceError('state_conflict', { message: 'Somebody else builds the generation.' });
}
