import { Inject, Injectable } from '@nestjs/common';
import type { ErrorsSearchRequest } from '@svc/contract';
import { pageLimit } from '@svc/pagination';
import { estimateBytes, takeFitting, WindowCursors } from '@svc/reading/paging';
import type { ProjectReader } from '@svc/reading/project-reader';
import { resolveWindow } from '@svc/reading/statement';
import { isEmpty, NANOSECONDS_PER_DAY } from '@svc/reading/time';
import { CLOCK, type Clock } from '@svc/runtime';
import { VariantsRepository, type KnownVariant } from '../variants/variants.repository.js';
import { errorFilters, toErrorFilters } from './error-filters.js';
import { toPosition, type ErrorRow } from './errors.query.js';
import { ErrorsRepository } from './errors.repository.js';

const PAGE = { default: 50, max: 1000 };

export interface ErrorsPage {
  readonly rows: readonly ErrorRow[];
  /** The known variants of the rows. */
  readonly variants: ReadonlyMap<string, KnownVariant>;
  readonly nextCursor: string | undefined;
}

@Injectable()
export class ErrorsService {
  constructor(
    private readonly errors: ErrorsRepository,
    private readonly variants: VariantsRepository,
    private readonly cursors: WindowCursors,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async search(request: ErrorsSearchRequest, reader: ProjectReader): Promise<ErrorsPage> {
    const { scope } = reader;
    const filters = toErrorFilters(request);
    const sort = 'timestamp_desc';
    const list = { operation: 'errors.search', scope, window: request, filters: { ...filters }, sort };
    const position = this.cursors.decode(request.cursor, list);
    const range = position?.range ?? resolveWindow(request, scope, this.clock(), NANOSECONDS_PER_DAY);
    const filter = errorFilters(filters, scope);
    if (isEmpty(range)) return { rows: [], variants: new Map(), nextCursor: undefined };
    const limit = pageLimit(request.limit, PAGE);
    const found = await this.errors.search({ range, filter, after: position, limit }, reader);
    const rows = await takeFitting(found.rows, estimateBytes);
    const last = rows.at(-1);
    const next = last && rows.length < found.rows.length ? toPosition(last) : found.next;
    return {
      rows,
      variants: await this.variants.findIssues(scope.projectId, [...new Set(rows.map((row) => row.variant_hex))]),
      nextCursor: next && this.cursors.encode(list, { range, ...next }),
    };
  }
}
