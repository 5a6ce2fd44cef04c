import { Inject, Injectable } from '@nestjs/common';
import type { ColumnStore } from '@svc/columnar';
import { ProjectReader } from '@svc/reading/project-reader';
import { Budget, Scope, type ProjectIdentity } from '@svc/reading/statement';
import { CLOCK, COLUMN_STORE, type Clock } from '@svc/runtime';
import { RESYMBOLICATE } from '@svc/symbols';
import { Jobs, type JobContext, type JobHandler } from '@svc/work';
import { ISSUE_MIRRORS, IssueChanges, IssuesRepository } from '../../issues/index.js';
import type { IntakeTools } from '../project-intake.js';
import type { NewVariant } from '../variants/new-variant.js';
import { VariantReader } from '../variants/variant-reader.js';
import { MovedVariants } from './moved-variants.js';
import { ResymbolicationRepository, type UnreadableVariant } from './resymbolication.repository.js';

/** Stacks that were seen in this time are made readable when symbol files arrive late. */
const WINDOW_MS = 72 * 3_600_000;
const AT_ONCE = 100;
const BUDGET_MS = 60_000;

/**
 * Makes stacks readable whose symbol files arrived after them. If the readable stack belongs to another issue, all events of the variant
 * move there; since counts are sums over variants, none is lost or counted twice.
 */
@Injectable()
export class Resymbolication implements JobHandler<Record<string, never>> {
  constructor(
    private readonly jobs: Jobs,
    private readonly repository: ResymbolicationRepository,
    private readonly issues: IssuesRepository,
    private readonly changes: IssueChanges,
    private readonly variants: VariantReader,
    private readonly moved: MovedVariants,
    @Inject(COLUMN_STORE) private readonly store: ColumnStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    jobs.register(RESYMBOLICATE, this);
  }

  async handle({ job, signal, fence }: JobContext<Record<string, never>>): Promise<void> {
    const project = await this.repository.project(job.key);
    if (!project) return;
    const since = new Date(this.clock() - WINDOW_MS);
    for (let after = ''; ;) {
      signal.throwIfAborted();
      const unreadable = await this.repository.unreadable(project.id, since, after, AT_ONCE);
      const last = unreadable.at(-1);
      if (!last) break;
      await this.#translate(project, unreadable, { signal, fence });
      after = last.variant;
    }
    this.jobs.wake(ISSUE_MIRRORS);
  }

  async #translate(
    project: ProjectIdentity,
    unreadable: readonly UnreadableVariant[],
    { signal, fence }: IntakeTools,
  ): Promise<void> {
    const times = unreadable.map(({ sampleTimeNs }) => sampleTimeNs).sort((a, b) => (a < b ? -1 : 1));
    const during = { from: times[0] ?? 0n, to: (times.at(-1) ?? 0n) + 1n };
    const names = unreadable.map(({ variant }) => variant);
    const read = await this.variants.read(project, names, during, signal);
    const readable = read.filter(({ symbolication: { status } }) => status === 'complete' || status === 'partial');
    const reader = new ProjectReader(this.store, Scope.of(project), new Budget(signal, BUDGET_MS));
    for (const variant of readable) await this.#store(project, variant, reader, fence);
  }

  #store(
    project: ProjectIdentity,
    variant: NewVariant,
    reader: ProjectReader,
    fence: IntakeTools['fence'],
  ): Promise<void> {
    const now = new Date(this.clock());
    return this.issues.transaction(async (tx) => {
      await fence(tx);
      await this.issues.lock(project.id, tx);
      await this.changes.mirrorSoon(tx, { projectId: project.id, projectNumber: project.number }, now);
      const move = await this.repository.makeReadable(project.id, variant, now, tx);
      if (move) await this.moved.settle(project.id, move, now, reader, tx);
    });
  }
}
