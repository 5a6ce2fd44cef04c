import { Injectable } from '@nestjs/common';
import type { ProjectReader } from '@svc/reading/project-reader';
import { zeroIdToUndefined } from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';
import { logFilters, NO_FILTERS } from '../../logs/log-filters.js';
import { LogsRepository } from '../../logs/logs.repository.js';
import { toTraceConditions } from '../../traces/search/trace-search.query.js';
import { TracesRepository } from '../../traces/traces.repository.js';
import type { AttemptResult } from '../attempt.js';
import { selectMatchingMetrics } from './metric-search.query.js';

export const TYPES = ['traces', 'logs', 'metrics'] as const;
export type SearchType = (typeof TYPES)[number];

export interface Wanted {
  readonly q: string;
  readonly service: readonly string[];
  readonly range: TimeRange;
  /** Limit for each type. */
  readonly limit: number;
}

export interface Found {
  readonly type: SearchType;
  readonly id: string;
  /** Nanoseconds. */
  readonly time: bigint;
  readonly serviceName: string;
  readonly title: string;
  readonly traceId?: string | undefined;
}

/** Characters of a message: enough to recognize it in a list. */
const TITLE = 256;
/** Maximum bytes of the records of a search; their titles are much smaller. */
const MAX_BYTES = 8 * 1024 * 1024;

/** Finds the newest items of each type that match a query. */
@Injectable()
export class Finders {
  constructor(
    private readonly logs: LogsRepository,
    private readonly traces: TracesRepository,
  ) {}

  find(type: SearchType, wanted: Wanted, reader: ProjectReader): Promise<AttemptResult<Found>> {
    switch (type) {
      case 'logs':
        return this.#findLogs(wanted, reader);
      case 'traces':
        return this.#findTraces(wanted, reader);
      case 'metrics':
        return this.#findMetrics(wanted, reader);
    }
  }

  async #findLogs({ q, service, range, limit }: Wanted, reader: ProjectReader): Promise<AttemptResult<Found>> {
    const filter = logFilters({ ...NO_FILTERS, q: byTrace(q), service }, reader.scope);
    const { rows, next } = await this.logs.search(
      { range, filter, direction: 'desc', after: undefined, limit, maxBytes: MAX_BYTES },
      reader,
    );
    const found = rows.map((row): Found => ({
      type: 'logs',
      id: row.log_id_hex.toUpperCase(),
      time: BigInt(row.timestamp_ns),
      serviceName: row.service_name,
      title: row.body.slice(0, TITLE),
      traceId: zeroIdToUndefined(row.trace_id_hex),
    }));
    return { found, isTruncated: next !== undefined };
  }

  async #findTraces({ q, service, range, limit }: Wanted, reader: ProjectReader): Promise<AttemptResult<Found>> {
    const filters = {
      q: byTrace(q),
      service,
      operation: [],
      environment: [],
      distinctId: '',
      minDurationNs: 0n,
      status: '' as const,
    };
    const { rows, next } = await this.traces.search(
      {
        range,
        ...toTraceConditions(filters, reader.scope),
        sort: 'start_time',
        direction: 'desc',
        after: undefined,
        limit,
      },
      reader,
    );
    const found = rows.map((row): Found => {
      return {
        type: 'traces',
        id: row.id,
        time: BigInt(row.start),
        serviceName: row.root_service_name || (row.service_names[0] ?? ''),
        title: row.root_operation,
        traceId: row.id,
      };
    });
    return { found, isTruncated: next !== undefined };
  }

  async #findMetrics({ q, service, range, limit }: Wanted, reader: ProjectReader): Promise<AttemptResult<Found>> {
    const search = { q, service, since: range.from, limit: limit + 1 };
    const rows = await reader.rows(selectMatchingMetrics(reader.scope, search));
    const found = rows.slice(0, limit).map(({ name, service: latestService, latest }): Found => {
      return {
        type: 'metrics',
        id: name,
        time: BigInt(latest),
        serviceName: latestService,
        title: name,
      };
    });
    return { found, isTruncated: rows.length > limit };
  }
}

/** A pasted trace ID is not a search word, because no record has it in its body. */
function byTrace(q: string): string {
  const id = q.trim();
  return /^[0-9a-f]{32}$/i.test(id) ? `trace_id:${id}` : q;
}
