import { Inject, Injectable } from '@nestjs/common';
import type { LogsQueryRequest } from '@svc/contract';
import { pageLimit } from '@svc/pagination';
import { estimateBytes, takeFitting, WindowCursors } from '@svc/reading/paging';
import type { ProjectReader } from '@svc/reading/project-reader';
import { ResourcesRepository, type ResourceAttributes } from '@svc/reading/resources';
import { explainSearch } from '@svc/reading/search-language';
import { LOG_FIELDS } from '@svc/reading/signals';
import { resolveWindow } from '@svc/reading/statement';
import { isEmpty } from '@svc/reading/time';
import { CLOCK, type Clock } from '@svc/runtime';
import { notFound } from '@svc/service-error';
import { toLogFilters, logFilters, type LogFilters } from './log-filters.js';
import { toPosition, type LogRow } from './logs.query.js';
import { LogsRepository, type LogSearch } from './logs.repository.js';
import type { QueryExplanation } from './query-explanation.message.js';

const PAGE = { default: 50, max: 1000 };
const SORTS = ['timestamp_desc', 'timestamp_asc'] as const;

export interface LogsPage {
  readonly rows: readonly LogRow[];
  readonly resources: ReadonlyMap<string, ResourceAttributes>;
  readonly nextCursor: string | undefined;
  /** Only on request. */
  readonly explanation?: QueryExplanation | undefined;
}

@Injectable()
export class LogsService {
  constructor(
    private readonly logs: LogsRepository,
    private readonly resources: ResourcesRepository,
    private readonly cursors: WindowCursors,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async query(request: LogsQueryRequest, reader: ProjectReader): Promise<LogsPage> {
    const filters = toLogFilters(request);
    const sort = SORTS.find((known) => known === request.sort) ?? 'timestamp_desc';
    const list = { operation: 'logs.query', scope: reader.scope, window: request, filters: { ...filters }, sort };
    const position = this.cursors.decode(request.cursor, list);
    const range = position?.range ?? resolveWindow(request, reader.scope, this.clock());
    const filter = logFilters(filters, reader.scope);
    const search: LogSearch = {
      range,
      filter,
      direction: sort === 'timestamp_asc' ? 'asc' : 'desc',
      after: position,
      limit: pageLimit(request.limit, PAGE),
    };
    const explanation = request.explain ? await this.#explain(filters, search, reader) : undefined;
    if (isEmpty(range)) return { rows: [], resources: new Map(), nextCursor: undefined, explanation };
    const found = await this.logs.search(search, reader);
    const resources = await this.resources.read(found.rows, reader);
    const rows = await takeFitting(
      found.rows,
      (row) => estimateBytes(row) + estimateBytes(resources.get(row.resource_hash)),
    );
    const last = rows.at(-1);
    const next = last && rows.length < found.rows.length ? toPosition(last) : found.next;
    return {
      rows,
      resources,
      nextCursor: next && this.cursors.encode(list, { range, ...next }),
      explanation,
    };
  }

  async #explain(filters: LogFilters, search: LogSearch, reader: ProjectReader): Promise<QueryExplanation> {
    const { q, ...others } = filters;
    const applied = Object.entries(others).flatMap(([name, { length }]) => (length === 0 ? [] : [name]));
    const { range } = search;
    const recordsToRead = isEmpty(range) ? 0n : await this.logs.recordsToRead(search, reader);
    return { search: explainSearch(q, LOG_FIELDS), filters: applied, range, recordsToRead };
  }

  /** @throws ServiceError not_found */
  async delete(logId: string, reader: ProjectReader): Promise<void> {
    if (!(await this.logs.find(logId, reader))) throw notFound();
    await this.logs.delete(logId, reader);
  }
}
