import { Inject, Injectable } from '@nestjs/common';
import type { PubSub } from '@svc/cache';
import type { ColumnStore } from '@svc/columnar';
import type { JsonObject } from '@svc/contract';
import { FLAGS_CHANGED_CHANNEL } from '@svc/flags';
import { Budget, Scope } from '@svc/reading/statement';
import { fromMilliseconds } from '@svc/reading/time';
import type { Cohort, Transaction } from '@svc/relational';
import { CLOCK, COLUMN_STORE, PUB_SUB, type Clock } from '@svc/runtime';
import { Jobs, type Job, type JobContext, type JobHandler } from '@svc/work';
import { COHORT_BUILDS, type CohortBuild } from '../cohort-jobs.js';
import { CohortSources } from '../cohort-sources.js';
import { CohortUsers } from '../cohort-users.js';
import { readDefinition, type CohortKind } from '../definition/definition.js';
import { selectMembers } from '../definition/members.query.js';
import { GenerationsRepository } from '../generations.repository.js';
import { CohortBuildsRepository, type HeldBuild } from './cohort-builds.repository.js';

const BUILD_MS = 120_000;
const MAX_MEMBERS = 1_000_000;

/**
 * Builds generations. After the last attempt the generation has failed, with the error as its reason. A generation that
 * was superseded or deleted during the build is left unchanged.
 */
@Injectable()
export class CohortBuilder implements JobHandler<CohortBuild> {
  constructor(
    private readonly builds: CohortBuildsRepository,
    private readonly generations: GenerationsRepository,
    private readonly sources: CohortSources,
    private readonly users: CohortUsers,
    jobs: Jobs,
    @Inject(COLUMN_STORE) private readonly store: ColumnStore,
    @Inject(PUB_SUB) private readonly pubSub: PubSub,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    jobs.register(COHORT_BUILDS, this);
  }

  async handle({ job, signal, fence }: JobContext<CohortBuild>): Promise<void> {
    const build: HeldBuild = { ...job.payload, fence };
    const cohort = await this.builds.startAttempt(build, job.attempts, job.lastError);
    if (!cohort) return;
    const count = await this.#fill(build, cohort, signal);
    if (count !== undefined) await this.#finish(build, cohort, count);
  }

  async onExhausted({ payload }: Job<CohortBuild>, error: string, tx: Transaction): Promise<void> {
    await this.builds.fail(payload, error, new Date(this.clock()), tx);
  }

  /** @returns the number of members; undefined if the generation need not be built any more. */
  async #fill(build: HeldBuild, cohort: Cohort, signal: AbortSignal): Promise<number | undefined> {
    const { id, projectId, projectNumber, retentionDays, kind, definition: json } = cohort;
    const scope = Scope.of({ id: projectId, number: projectNumber, retentionDays });
    const at = fromMilliseconds(this.clock());
    const definition = readDefinition(kind as CohortKind, json as JsonObject, at);
    const cohorts = await this.sources.of(definition, projectId, at, id);
    const budget = new Budget(signal, BUILD_MS);
    const statement = budget.statement(selectMembers(definition, { scope, at, cohorts }), {
      maxResultRows: MAX_MEMBERS,
    });
    let count = 0;
    for await (const rows of this.store.stream<{ person: string }>(statement)) {
      signal.throwIfAborted();
      const found = rows.map(({ person }) => person);
      if (!(await this.builds.insertFound(build, found))) return undefined;
      count += found.length;
    }
    return count;
  }

  async #finish(build: HeldBuild, { id, projectId }: Cohort, count: number): Promise<void> {
    const users = await this.users.find(projectId, id);
    const isReady = await this.builds.finish(build, count, new Date(this.clock()), users);
    if (isReady && users.length > 0) await this.pubSub.publish(FLAGS_CHANGED_CHANNEL, projectId);
    await this.generations.prune(id);
  }
}
