import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { ColumnStore } from '@svc/columnar';
import { findProjectsByNumber } from '@svc/directory';
import { ProjectReader } from '@svc/reading/project-reader';
import {
  Budget,
  Scope,
  select,
  sql,
  stringParam,
  stringParams,
  tableColumns,
  type ProjectIdentity,
  type Sql,
} from '@svc/reading/statement';
import type { Relational } from '@svc/relational';
import { CLOCK, COLUMN_STORE, RELATIONAL, type Clock } from '@svc/runtime';
import { AGENT_RUNS, AGENT_STEPS } from '@svc/tables';
import { enqueue, Jobs, type JobContext, type JobHandler } from '@svc/work';
import { ContentErasure } from '../../agent-content/index.js';
import { ChangedPeriods } from '../../changed-periods/index.js';
import { Erasables, type Erasable } from '../../erasure/index.js';
import { ScoresService } from '../scores/index.js';
import { LATE_ERASURES, type LateErasure } from './late-erasure.js';

/** Longer than an assembly takes from reading its spans to its last insert. */
const LATER_MS = 5 * 60_000;
const STATEMENT_MS = 60_000;
/** Runs whose scores are deleted together. */
const BATCH = 1_000;

/**
 * Erases what agent runs have of a person besides their rows, which the erasure itself deletes: prompts and answers, scores, and the rows
 * that an assembly, which had read the spans before they were erased, has written since.
 */
@Injectable()
export class RunErasure implements Erasable, JobHandler<LateErasure> {
  constructor(
    private readonly scores: ScoresService,
    private readonly changes: ChangedPeriods,
    private readonly contents: ContentErasure,
    @Inject(COLUMN_STORE) private readonly store: ColumnStore,
    @Inject(RELATIONAL) private readonly relational: Relational,
    @Inject(CLOCK) private readonly clock: Clock,
    erasables: Erasables,
    jobs: Jobs,
  ) {
    erasables.register(this);
    jobs.register(LATE_ERASURES, this);
  }

  /** Deletes the scores of the person's runs, and prompts and answers, which are found by the runs and their steps. */
  async beforeErasure(ids: readonly string[], project: ProjectIdentity, signal: AbortSignal): Promise<void> {
    await this.contents.ofPerson(ids, this.#open(project, signal));
    for (let after = ''; ;) {
      const reader = this.#open(project, signal);
      const runs = await reader.rows(
        select({
          columns: tableColumns(AGENT_RUNS, ['run_id']),
          from: AGENT_RUNS,
          scope: reader.scope,
          during: 'retention',
          where: [isOf(ids), sql`run_id > ${stringParam(after)}`],
          groupBy: sql`run_id`,
          orderBy: sql`run_id`,
          limit: BATCH,
        }),
      );
      const last = runs.at(-1);
      if (!last) return;
      await this.scores.deleteOfRuns(
        project.id,
        runs.map((row) => row.run_id),
      );
      after = last.run_id;
    }
  }

  async erasePerson(ids: readonly string[], project: ProjectIdentity): Promise<void> {
    const now = new Date(this.clock());
    const distinctIds = [...ids].sort();
    const key = createHash('sha256')
      .update(JSON.stringify([project.number, distinctIds]))
      .digest('hex');
    const payload = { projectNumber: project.number, distinctIds };
    const runAt = new Date(now.getTime() + LATER_MS);
    await this.relational.client.$transaction((tx) =>
      enqueue(tx, LATE_ERASURES, { key, payload, projectId: project.id, now, runAt }),
    );
  }

  async handle({ job, signal }: Pick<JobContext<LateErasure>, 'job' | 'signal'>): Promise<void> {
    const { projectNumber, distinctIds } = job.payload;
    const project = (await findProjectsByNumber(this.relational.client, [projectNumber])).get(projectNumber);
    if (!project) return;
    await this.beforeErasure(distinctIds, project, signal);
    const reader = this.#open(project, signal);
    const where = [isOf(distinctIds)];
    await this.changes.whileDeleting(where, reader, async () => {
      for (const from of [AGENT_STEPS, AGENT_RUNS]) await reader.deleteFound({ from, during: 'retention', where });
    });
  }

  #open(project: ProjectIdentity, signal: AbortSignal): ProjectReader {
    return new ProjectReader(this.store, Scope.of(project), Budget.inBackground(signal, STATEMENT_MS));
  }
}

const isOf = (ids: readonly string[]): Sql => sql`has(${stringParams(ids)}, distinct_id)`;
