import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { ColumnStore } from '@svc/columnar';
import { encodeRows } from '@svc/otlp/native';
import { ProjectReader } from '@svc/reading/project-reader';
import { Budget, Scope, type ProjectIdentity } from '@svc/reading/statement';
import { fromMilliseconds, NANOSECONDS_PER_SECOND } from '@svc/reading/time';
import type { LlmChangedPeriod } from '@svc/relational';
import { CLOCK, COLUMN_STORE, type Clock } from '@svc/runtime';
import { LLM_FIGURES } from '@svc/tables';
import { ChangedPeriods, periodLength, type SpanHours } from '../../../changed-periods/index.js';
import { PriceOverrides } from '../../prices/index.js';
import { deletedFigureRow, keyOf, toFigureRow, toWholeSeconds, type CountOwner } from './figure-rows.js';
import { selectStepFigures } from './step-figures.query.js';
import { selectStoredKeys } from './stored-figures.query.js';
import { thresholdsOf } from './thresholds.js';

const STATEMENT_MS = 60_000;

/** Counts the figures of a period again from its steps, and replaces those that are stored. Repeating it changes nothing. */
@Injectable()
export class PeriodCounter {
  constructor(
    private readonly changes: ChangedPeriods,
    private readonly overrides: PriceOverrides,
    @Inject(COLUMN_STORE) private readonly store: ColumnStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The mark stays if the period changes in the meantime, or if this is interrupted. */
  async count(project: ProjectIdentity, period: LlmChangedPeriod, signal: AbortSignal): Promise<void> {
    const scope = Scope.of(project);
    const reader = new ProjectReader(this.store, scope, Budget.inBackground(signal, STATEMENT_MS));
    const spanHours = period.spanHours as SpanHours;
    const from = fromMilliseconds(period.start.getTime());
    const during = { from, to: from + periodLength(spanHours) };
    const version = fromMilliseconds(this.clock());
    const owner: CountOwner = {
      project_number: project.number,
      span_hours: spanHours,
      hour: toWholeSeconds(from),
      version,
    };
    const thresholds = await thresholdsOf(project.id, this.overrides);
    const counted = await reader.rows(selectStepFigures({ scope, ranges: [during], thresholds, spanHours }));
    const stored = await reader.rows(selectStoredKeys(scope, spanHours, { from, to: from + NANOSECONDS_PER_SECOND }));
    const keys = new Set(counted.map(keyOf));
    const rows = [
      ...stored.filter((row) => !keys.has(keyOf(row))).map((row) => deletedFigureRow(row, owner)),
      ...counted.map((row) => toFigureRow(row, owner, project.retentionDays)),
    ];
    // A counter that was stopped for long must not write after another one that knows more.
    if (!(await this.changes.isUnchanged(period))) return;
    if (rows.length > 0) {
      const deduplicationToken = `llm-figures/${randomUUID()}`;
      await this.store.insertBlock(encodeRows(LLM_FIGURES, rows), { deduplicationToken, signal });
    }
    await this.changes.counted(period);
  }
}
