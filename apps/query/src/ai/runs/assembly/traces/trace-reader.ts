import { Inject, Injectable } from '@nestjs/common';
import type { ColumnStore } from '@svc/columnar';
import { readAiSpan, type TraceSpan } from '@svc/gen-ai';
import { ProjectReader } from '@svc/reading/project-reader';
import { ResourcesRepository } from '@svc/reading/resources';
import { Budget, Scope, type ProjectIdentity } from '@svc/reading/statement';
import { NANOSECONDS_PER_DAY, type TimeRange } from '@svc/reading/time';
import { COLUMN_STORE } from '@svc/runtime';
import { selectStoredRuns, selectStoredSteps, type StoredRunRow, type StoredStepRow } from './stored-runs.query.js';
import { selectExtents, selectTraceSpans, toTraceSpan } from './trace-spans.query.js';

/** Spans of a trace that are assembled; the runs of a longer one say so. */
export const MAX_SPANS = 20_000;
/** The milliseconds that one statement may take. */
const STATEMENT_MS = 20_000;
/** A run has spans of at most this time before and after those that arrived. */
const AROUND = 7n * NANOSECONDS_PER_DAY;

/** When the spans of a trace ran, and how many it has. */
export interface TraceExtent extends TimeRange {
  readonly traceId: string;
  readonly spans: number;
}

export interface ReadTraces {
  readonly spans: readonly TraceSpan[];
  /** Traces of which not all spans were read. */
  readonly cutTraces: ReadonlySet<string>;
  readonly retentionDays: number;
}

/** Reads what the assembly needs of a project, in the background. */
@Injectable()
export class TraceReader {
  constructor(
    @Inject(COLUMN_STORE) private readonly store: ColumnStore,
    private readonly resources: ResourcesRepository,
  ) {}

  /** @param around the time of some of their spans. */
  async extents(
    project: ProjectIdentity,
    traceIds: readonly string[],
    around: TimeRange,
    signal: AbortSignal,
  ): Promise<TraceExtent[]> {
    const reader = this.#open(project, signal);
    const during = { from: around.from - AROUND, to: around.to + AROUND };
    const rows = await reader.rows(selectExtents(reader.scope, traceIds, during));
    return rows
      .map((row) => ({
        traceId: row.id,
        spans: Number(row.spans),
        from: BigInt(row.start),
        to: BigInt(row.finish) + 1n,
      }))
      .sort((a, b) => (a.traceId < b.traceId ? -1 : 1));
  }

  /** @param traces with at least one. */
  async spans(project: ProjectIdentity, traces: readonly TraceExtent[], signal: AbortSignal): Promise<ReadTraces> {
    const reader = this.#open(project, signal);
    const ids = traces.map(({ traceId }) => traceId);
    const limits = { maxResultRows: traces.length * (MAX_SPANS + 1) };
    const rows = await reader.rows(selectTraceSpans(reader.scope, ids, rangeOf(traces), MAX_SPANS + 1), limits);
    const counts = new Map<string, number>();
    const kept = rows.filter(({ trace_id_hex: id }) => {
      const count = (counts.get(id) ?? 0) + 1;
      counts.set(id, count);
      return count <= MAX_SPANS;
    });
    const resources = await this.resources.read(
      kept.filter((row) => row.is_ai === 1),
      reader,
    );
    return {
      spans: kept.map((row) => {
        const span = toTraceSpan(row, resources.get(row.resource_hash));
        return span.isAi ? { ...span, ai: readAiSpan(span) } : span;
      }),
      cutTraces: new Set([...counts].filter(([, count]) => count > MAX_SPANS).map(([id]) => id)),
      retentionDays: kept.reduce((most, row) => Math.max(most, row.retention_days), 1),
    };
  }

  /** The stored runs of traces, or with some IDs. */
  storedRuns(
    project: ProjectIdentity,
    ids: { readonly traceIds: readonly string[]; readonly runIds: readonly string[] },
    range: TimeRange,
    signal: AbortSignal,
  ): Promise<StoredRunRow[]> {
    const reader = this.#open(project, signal);
    const during = { from: range.from - AROUND, to: range.to + AROUND };
    return reader.rows(selectStoredRuns(reader.scope, ids, during));
  }

  storedSteps(project: ProjectIdentity, traces: readonly TraceExtent[], signal: AbortSignal): Promise<StoredStepRow[]> {
    const reader = this.#open(project, signal);
    const ids = traces.map(({ traceId }) => traceId);
    const limits = { maxResultRows: traces.length * (MAX_SPANS + 1) };
    return reader.rows(selectStoredSteps(reader.scope, ids, rangeOf(traces)), limits);
  }

  #open(project: ProjectIdentity, signal: AbortSignal): ProjectReader {
    return new ProjectReader(this.store, Scope.of(project), Budget.inBackground(signal, STATEMENT_MS));
  }
}

/** The time of all spans of some traces. */
export function rangeOf(traces: readonly TimeRange[]): TimeRange {
  const [first = { from: 0n, to: 0n }] = traces;
  return traces.reduce(
    ({ from, to }, trace) => ({ from: trace.from < from ? trace.from : from, to: trace.to > to ? trace.to : to }),
    first,
  );
}
