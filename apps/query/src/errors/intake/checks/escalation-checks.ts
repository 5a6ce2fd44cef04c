import { Inject, Injectable } from '@nestjs/common';
import type { ColumnStore } from '@svc/columnar';
import { ProjectReader } from '@svc/reading/project-reader';
import { Budget, Scope } from '@svc/reading/statement';
import type { Issue, Transaction } from '@svc/relational';
import { CLOCK, COLUMN_STORE, type Clock } from '@svc/runtime';
import { Forecaster, IssueChanges, toLifecycle, transition, type Forecast } from '../../issues/index.js';
import { IntakeRepository } from '../intake.repository.js';
import type { IntakeTools } from '../project-intake.js';

const INTERVAL_MS = 5 * 60_000;
const BUDGET_MS = 30_000;
/** Only issues with events in the last hour can escalate. */
const RECENT_MS = 3_600_000;
/** Issues that are evaluated together. */
const AT_ONCE = 500;

/** Compares new issues, and issues that are snoozed until they escalate, with their forecasts every five minutes. */
@Injectable()
export class EscalationChecks {
  #lastMs = -Infinity;

  constructor(
    @Inject(COLUMN_STORE) private readonly store: ColumnStore,
    private readonly repository: IntakeRepository,
    private readonly changes: IssueChanges,
    private readonly forecaster: Forecaster,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** No-op unless the interval is over. */
  async apply(tools: IntakeTools): Promise<void> {
    const nowMs = this.clock();
    if (nowMs - this.#lastMs < INTERVAL_MS) return;
    this.#lastMs = nowMs;
    let after: string | undefined;
    for (;;) {
      tools.signal.throwIfAborted();
      const issues = await this.repository.escalatable(new Date(nowMs - RECENT_MS), after, AT_ONCE);
      after = issues.at(-1)?.id;
      if (after === undefined) return;
      await this.#evaluate(issues, nowMs, tools);
    }
  }

  async #evaluate(issues: readonly Issue[], nowMs: number, { signal, fence }: IntakeTools): Promise<void> {
    const byProject = Map.groupBy(issues, ({ projectNumber }) => projectNumber);
    const projects = await this.repository.projects([...byProject.keys()]);
    for (const [number, own] of byProject) {
      const project = projects.get(number);
      if (!project) continue;
      const reader = new ProjectReader(this.store, Scope.of(project), new Budget(signal, BUDGET_MS));
      const forecasts = await this.forecaster.compute(own, nowMs, reader);
      for (const issue of own) {
        const forecast = forecasts.get(issue.id);
        if (forecast)
          await this.repository.transaction(async (tx) => {
            await fence(tx);
            await this.#apply(issue, forecast, new Date(nowMs), tx);
          });
      }
    }
  }

  async #apply(issue: Issue, forecast: Forecast, now: Date, tx: Transaction): Promise<void> {
    await this.repository.saveForecast(issue.id, forecast, tx);
    if (forecast.current <= forecast.threshold) return;
    const trigger =
      issue.state === 'snoozed' ? ({ kind: 'wake', by: 'escalated' } as const) : ({ kind: 'escalate' } as const);
    const outcome = transition(toLifecycle(issue), trigger, now);
    if (outcome.kind === 'changed') await this.changes.apply(tx, issue, outcome, now);
  }
}
