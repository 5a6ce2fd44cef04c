import { Inject, Injectable } from '@nestjs/common';
import { emptyToUndefined, resolveWindow, sql, stringParam } from '@svc/reading/statement';
import { NANOSECONDS_PER_DAY } from '@svc/reading/time';
import { CLOCK, type Clock } from '@svc/runtime';
import { selectRun } from '../../../ai/index.js';
import { selectRecordingsOf } from '../../../replay/index.js';
import { LogsRepository, TracesRepository } from '../../../telemetry/index.js';
import { MAX_MATCHES, pathOf, toTitle, type Match } from '../kinds.js';
import { allOf, type Finder } from './finder.js';
import { selectSpansById, type FoundSpanRow } from './span-by-id.query.js';

/** Finds what is in the column store by an ID of its own. */
@Injectable()
export class TelemetryFinders {
  constructor(
    private readonly traces: TracesRepository,
    private readonly logs: LogsRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  readonly trace: Finder = async ({ id }, reader) => {
    const found = await this.traces.find(id.toLowerCase(), reader);
    if (!found) return allOf([]);
    const { root_operation: operation, root_service_name: service, id: traceId, start } = found;
    const title = toTitle([service, operation].filter((name) => name !== '').join(': '));
    return allOf([
      { type: 'trace', id: traceId, title, matchedBy: 'id', time: BigInt(start), path: pathOf`/traces/${traceId}` },
    ]);
  };

  /** Without its trace, a span is only searched for in the last day, because no index leads to it. */
  readonly span: Finder = async ({ id, within }, reader) => {
    const spanId = id.toLowerCase();
    if (within === undefined) {
      const during = resolveWindow({}, reader.scope, this.clock(), NANOSECONDS_PER_DAY);
      const rows = await reader.rows(selectSpansById(reader.scope, spanId, { during, limit: MAX_MATCHES + 1 }));
      return { found: rows.slice(0, MAX_MATCHES).map(toSpan), isTruncated: rows.length !== 1 };
    }
    const traceId = within.toLowerCase();
    const extent = await this.traces.extent(traceId, reader);
    if (!extent) return allOf([]);
    const during = { from: extent.from, to: extent.to + 1n };
    const rows = await reader.rows(selectSpansById(reader.scope, spanId, { traceId, during, limit: 1 }));
    return allOf(rows.map(toSpan));
  };

  readonly log: Finder = async ({ id }, reader) => {
    const row = await this.logs.find(id, reader);
    if (!row) return allOf([]);
    const logId = row.log_id_hex.toUpperCase();
    const path = pathOf`/logs/${logId}/context`;
    const time = BigInt(row.timestamp_ns);
    return allOf([{ type: 'log', id: logId, title: toTitle(row.body), matchedBy: 'id', time, path }]);
  };

  readonly agent_run: Finder = async ({ id }, reader) => {
    const [row] = await reader.rows(selectRun(reader.scope, id));
    if (row?.is_deleted !== 0) return allOf([]);
    const title = toTitle([row.agent_name, row.name, 'Agent run'].find((name) => name !== '') ?? '');
    const time = BigInt(row.timestamp_ns);
    const path = pathOf`/agent-runs/${row.run_id}`;
    return allOf([{ type: 'agent_run', id: row.run_id, title, matchedBy: 'id', time, path }]);
  };

  readonly session: Finder = async ({ id }, reader) => {
    const during = resolveWindow({}, reader.scope, this.clock(), reader.scope.retention);
    const isIt = sql`session_id = ${stringParam(id)}`;
    const rows = await reader.rows(selectRecordingsOf(reader.scope, isIt, during, 1));
    return allOf(
      rows.map((row): Match => ({
        type: 'session',
        id: row.session_id,
        title: toTitle(emptyToUndefined(row.first_url) ?? 'Recording'),
        matchedBy: 'id',
        time: BigInt(row.timestamp_ns),
        path: pathOf`/replay/${row.session_id}`,
      })),
    );
  };
}

function toSpan({ trace, span, operation, time }: FoundSpanRow): Match {
  const path = pathOf`/traces/${trace}/spans/${span}`;
  return { type: 'span', id: span, title: toTitle(operation), matchedBy: 'id', time: BigInt(time), path };
}
