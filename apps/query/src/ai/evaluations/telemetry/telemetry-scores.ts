import { Inject, Injectable } from '@nestjs/common';
import type { ColumnStore } from '@svc/columnar';
import { stepKey } from '@svc/gen-ai';
import { ProjectReader } from '@svc/reading/project-reader';
import { Budget, Scope, type ProjectIdentity } from '@svc/reading/statement';
import { fromMilliseconds, NANOSECONDS_PER_DAY, type TimeRange } from '@svc/reading/time';
import { CLOCK, COLUMN_STORE, type Clock } from '@svc/runtime';
import { ScoresService } from '../../scores/index.js';
import type { ChangedRun } from '../runs/changed-runs.query.js';
import { toExpiry } from '../runs/expiry.js';
import { selectLogEvents, selectRunsOfSpans, selectSpanEvents, type EventRow } from './evaluation-events.query.js';
import { readReportedScore } from './reported-score.js';

const STATEMENT_MS = 20_000;
const MAX_EVENTS = 5_000;
/** Events of a run have times of at most this before it begins; those of logs at most seven days after it ends. */
const BEFORE = NANOSECONDS_PER_DAY / 24n;
const AFTER = 7n * NANOSECONDS_PER_DAY;

/** Adds the scores that instrumentations report as events of spans and logs to their runs, each event once. */
@Injectable()
export class TelemetryScores {
  constructor(
    @Inject(COLUMN_STORE) private readonly store: ColumnStore,
    private readonly scores: ScoresService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @param runs of one project, which were assembled from their traces. */
  async record(project: ProjectIdentity, runs: readonly ChangedRun[], signal: AbortSignal): Promise<void> {
    const alive = runs.filter(({ is_deleted: isDeleted }) => isDeleted === 0);
    const traceIds = [...new Set(alive.flatMap(({ traces }) => traces))];
    if (traceIds.length === 0) return;
    const reader = new ProjectReader(this.store, Scope.of(project), Budget.inBackground(signal, STATEMENT_MS));
    const own = toRange(alive);
    const spans = { from: own.from - BEFORE, to: own.to + BEFORE };
    const now = fromMilliseconds(this.clock()) + BEFORE;
    const logs = { from: spans.from, to: own.to + AFTER < now ? own.to + AFTER : now };
    const events = [
      ...(await reader.rows(selectSpanEvents(reader.scope, traceIds, spans, MAX_EVENTS))),
      ...(await reader.rows(selectLogEvents(reader.scope, traceIds, logs, MAX_EVENTS))),
    ];
    if (events.length === 0) return;
    const runOf = await this.#runsOf(events, alive, own, reader);
    for (const event of events.toSorted((one, other) => (BigInt(one.at) < BigInt(other.at) ? -1 : 1))) {
      const run = runOf(event);
      const score = run && readReportedScore(event, run.run_id);
      if (!score) continue;
      const scored = { projectId: project.id, runId: run.run_id, expiresAt: toExpiry(run.start, project) };
      await this.scores.addReported(scored, score);
    }
  }

  /** The run of the step whose span has the event, else the only run of its trace. */
  async #runsOf(events: readonly EventRow[], runs: readonly ChangedRun[], during: TimeRange, reader: ProjectReader) {
    const ids = (column: 'trace_id_hex' | 'span_id_hex'): string[] => [...new Set(events.map((row) => row[column]))];
    const statement = selectRunsOfSpans(reader.scope, ids('trace_id_hex'), ids('span_id_hex'), during);
    const steps = await reader.rows(statement);
    const bySpan = new Map(steps.map((row) => [stepKey(row.trace_id_hex, row.span_id_hex), row.run_id]));
    const byId = new Map(runs.map((run) => [run.run_id, run]));
    const byTrace = Map.groupBy(
      runs.flatMap((run) => run.traces.map((traceId) => ({ traceId, run }))),
      ({ traceId }) => traceId,
    );
    return ({ trace_id_hex: traceId, span_id_hex: spanId }: EventRow): ChangedRun | undefined => {
      const runId = bySpan.get(stepKey(traceId, spanId));
      if (runId !== undefined) return byId.get(runId);
      const [only, ...others] = byTrace.get(traceId) ?? [];
      return others.length === 0 ? only?.run : undefined;
    };
  }
}

function toRange(runs: readonly ChangedRun[]): TimeRange {
  const starts = runs.map(({ start }) => BigInt(start));
  const ends = runs.map(({ start, duration }) => BigInt(start) + BigInt(duration) + 1n);
  return {
    from: starts.reduce((one, other) => (other < one ? other : one)),
    to: ends.reduce((one, other) => (other > one ? other : one)),
  };
}
