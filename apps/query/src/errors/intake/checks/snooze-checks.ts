import { Inject, Injectable } from '@nestjs/common';
import type { ColumnStore } from '@svc/columnar';
import { ProjectReader } from '@svc/reading/project-reader';
import { Budget, Scope, type ProjectIdentity } from '@svc/reading/statement';
import type { Issue } from '@svc/relational';
import { CLOCK, COLUMN_STORE, type Clock } from '@svc/runtime';
import { IssueChanges, SnoozeProgress, toLifecycle, transition } from '../../issues/index.js';
import { IntakeRepository } from '../intake.repository.js';
import type { IntakeTools } from '../project-intake.js';

const BUDGET_MS = 30_000;

/** Wakes issues that happened as often, or affected as many persons, as their snooze allowed. */
@Injectable()
export class SnoozeChecks {
  constructor(
    @Inject(COLUMN_STORE) private readonly store: ColumnStore,
    private readonly repository: IntakeRepository,
    private readonly changes: IssueChanges,
    private readonly progress: SnoozeProgress,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @param issues the issues that had events. */
  async apply(project: ProjectIdentity, issues: readonly Issue[], { signal, fence }: IntakeTools): Promise<void> {
    const reader = new ProjectReader(this.store, Scope.of(project), new Budget(signal, BUDGET_MS));
    for (const issue of issues) {
      if (issue.state !== 'snoozed') continue;
      const by = await this.#metBy(issue, reader);
      if (!by) continue;
      const now = new Date(this.clock());
      const outcome = transition(toLifecycle(issue), { kind: 'wake', by }, now);
      if (outcome.kind !== 'changed') continue;
      await this.repository.transaction(async (tx) => {
        await fence(tx);
        await this.changes.apply(tx, issue, outcome, now);
      });
    }
  }

  async #metBy(issue: Issue, reader: ProjectReader): Promise<'occurrences' | 'users' | undefined> {
    const { snooze } = toLifecycle(issue);
    if (!snooze) return undefined;
    const { condition } = snooze;
    const { occurrences = 0, users = 0 } = await this.progress.read(issue, reader);
    if ('occurrences' in condition && occurrences >= condition.occurrences) return 'occurrences';
    return 'users' in condition && users >= condition.users ? 'users' : undefined;
  }
}
