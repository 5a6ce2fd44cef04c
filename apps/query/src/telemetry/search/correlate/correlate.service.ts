import { Inject, Injectable } from '@nestjs/common';
import type { SearchCorrelateRequest } from '@svc/contract';
import type { ProjectReader } from '@svc/reading/project-reader';
import { selectIssueIds, toUuid } from '@svc/reading/signals';
import { resolveWindow } from '@svc/reading/statement';
import { NANOSECONDS_PER_DAY, NANOSECONDS_PER_MINUTE, type TimeRange } from '@svc/reading/time';
import { CLOCK, type Clock } from '@svc/runtime';
import { notFound } from '@svc/service-error';
import { TracesRepository } from '../../traces/traces.repository.js';
import { attempt, type AttemptResult } from '../attempt.js';
import { LOG_REASONS, type RelatedLogRow, selectExceptionLogs, selectRelatedLogs } from './related-logs.query.js';
import { selectRelatedMetrics, type RelatedMetricRow } from './related-metrics.query.js';
import { selectRelatedRecordings, type RelatedRecordingRow } from './related-recordings.query.js';
import { selectRelatedRuns, type RelatedRunRow } from './related-runs.query.js';
import { selectThrown } from './thrown-errors.query.js';
import { selectTraceContext, type TraceContextRow } from './trace-context.query.js';
import { traceErrors, type TraceError } from './trace-errors.js';
import { selectErrorSpans } from './trace-errors.query.js';

export const RELATED_TYPES = ['logs', 'errors', 'metrics', 'agent_runs', 'recordings'] as const;
export type RelatedType = (typeof RELATED_TYPES)[number];

/** An error of the trace with its issue. */
export interface RelatedError extends TraceError {
  readonly issueId?: string | undefined;
}

export interface Correlation {
  readonly traceId: string;
  readonly context: TraceContextRow | undefined;
  readonly logs: AttemptResult<RelatedLogRow> | undefined;
  readonly errors: AttemptResult<RelatedError> | undefined;
  readonly metrics: AttemptResult<RelatedMetricRow> | undefined;
  readonly agent_runs: AttemptResult<RelatedRunRow> | undefined;
  readonly recordings: AttemptResult<RelatedRecordingRow> | undefined;
}

/** Limit for each type, and for each reason of logs. */
const LIMIT = 100;
/** The distance from a trace within which records of its session or person are related to it. */
const RELATED_MARGIN = 5n * NANOSECONDS_PER_MINUTE;
/** Metrics are exported once a minute by default. */
const EXPORT_INTERVAL = NANOSECONDS_PER_MINUTE;

/** A run may have begun with another trace, and end with one. */
const RUN_MARGIN = 7n * NANOSECONDS_PER_DAY;
const NONE = { found: [], isTruncated: false };

@Injectable()
export class CorrelateService {
  constructor(
    private readonly traces: TracesRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws ServiceError not_found if neither a span nor a log record has the trace ID. */
  async correlate(request: SearchCorrelateRequest, reader: ProjectReader): Promise<Correlation> {
    const traceId = request.traceId.toLowerCase();
    const wanted = new Set<string>(request.include.length === 0 ? RELATED_TYPES : request.include);
    const context = await this.#context(traceId, reader);
    if (!context) return this.#correlateLogs(traceId, wanted, reader);
    const extent = { from: BigInt(context.start), to: BigInt(context.finish) + 1n };
    const { service_names: services, sessions, persons, resources } = context;
    const related = {
      scope: reader.scope,
      traceId,
      extent,
      during: around(extent, RELATED_MARGIN),
      services,
      sessions,
      persons,
    };
    const series = { scope: reader.scope, services, resources, during: around(extent, EXPORT_INTERVAL) };
    const find = <Found>(type: RelatedType, look: () => Promise<AttemptResult<Found>>) =>
      wanted.has(type) ? attempt(look) : undefined;
    const [logs, errors, metrics, runs, recordings] = await Promise.all([
      find('logs', async () => perReason(await reader.rows(selectRelatedLogs(related, LIMIT + 1)))),
      find('errors', () => this.#errors(traceId, extent, reader)),
      find('metrics', async () => truncate(await reader.rows(selectRelatedMetrics(series, LIMIT + 1)))),
      find('agent_runs', async () =>
        truncate(await reader.rows(selectRelatedRuns(reader.scope, traceId, around(extent, RUN_MARGIN), LIMIT + 1))),
      ),
      find('recordings', async () => truncate(await reader.rows(selectRelatedRecordings(related, LIMIT + 1)))),
    ]);
    const failed = [logs, errors, metrics, runs, recordings].find((outcome) => outcome?.error);
    if (failed?.error && wanted.size === 1) throw failed.error;
    return { traceId, context, logs, errors, metrics, agent_runs: runs, recordings };
  }

  async #context(traceId: string, reader: ProjectReader): Promise<TraceContextRow | undefined> {
    const extent = await this.traces.extent(traceId, reader);
    if (!extent) return undefined;
    const during = { from: extent.from, to: extent.to + 1n };
    const [row] = await reader.rows(selectTraceContext(reader.scope, traceId, during));
    return row?.spans === '0' ? undefined : row;
  }

  /**
   * Only the ID relates records here; without a span there is no time, so the whole retention is searched through the
   * ID's index.
   */
  async #correlateLogs(traceId: string, wanted: ReadonlySet<string>, reader: ProjectReader): Promise<Correlation> {
    const during = resolveWindow({}, reader.scope, this.clock(), reader.scope.retention);
    const related = { scope: reader.scope, traceId, during, services: [], sessions: [], persons: [] };
    const [rows, thrown] = await Promise.all([
      reader.rows(selectRelatedLogs(related, LIMIT + 1)),
      reader.rows(selectThrown(reader.scope, traceId, during, LIMIT + 1)),
    ]);
    if (rows.length === 0 && thrown.length === 0) throw notFound();
    const exceptions = wanted.has('errors')
      ? await reader.rows(selectExceptionLogs(reader.scope, traceId, during, LIMIT + 1))
      : [];
    const errors = wanted.has('errors')
      ? await withIssues(truncate(traceErrors([], exceptions, thrown)), reader)
      : undefined;
    return {
      traceId,
      context: undefined,
      logs: wanted.has('logs') ? perReason(rows) : undefined,
      errors,
      metrics: wanted.has('metrics') ? NONE : undefined,
      agent_runs: wanted.has('agent_runs') ? NONE : undefined,
      recordings: wanted.has('recordings') ? NONE : undefined,
    };
  }

  async #errors(traceId: string, extent: TimeRange, reader: ProjectReader): Promise<AttemptResult<RelatedError>> {
    const [spans, logs, thrown] = await Promise.all([
      reader.rows(selectErrorSpans(reader.scope, traceId, extent, LIMIT + 1)),
      reader.rows(selectExceptionLogs(reader.scope, traceId, around(extent, RELATED_MARGIN), LIMIT + 1)),
      reader.rows(selectThrown(reader.scope, traceId, around(extent, RELATED_MARGIN), LIMIT + 1)),
    ]);
    return withIssues(truncate(traceErrors(spans, logs, thrown)), reader);
  }
}

const around = ({ from, to }: TimeRange, margin: bigint): TimeRange => ({ from: from - margin, to: to + margin });

async function withIssues(
  { found, ...rest }: AttemptResult<TraceError>,
  reader: ProjectReader,
): Promise<AttemptResult<RelatedError>> {
  const variants = found.flatMap(({ variant }) => (variant === undefined ? [] : [variant]));
  if (variants.length === 0) return { ...rest, found };
  const rows = await reader.rows(selectIssueIds(reader.scope, [...new Set(variants)]));
  const issues = new Map(rows.map((row) => [row.variant_hex, toUuid(row.issue_id_hex)]));
  return { ...rest, found: found.map((error) => ({ ...error, issueId: issues.get(error.variant ?? '') })) };
}

function truncate<Found>(found: readonly Found[]): AttemptResult<Found> {
  return { found: found.slice(0, LIMIT), isTruncated: found.length > LIMIT };
}

function perReason(rows: readonly RelatedLogRow[]): AttemptResult<RelatedLogRow> {
  const reasons = LOG_REASONS.map((_, relation) => truncate(rows.filter((row) => row.relation === relation)));
  return {
    found: reasons.flatMap(({ found }) => found),
    isTruncated: reasons.some(({ isTruncated }) => isTruncated),
  };
}
