import { Inject, Injectable } from '@nestjs/common';
import type { ColumnStore } from '@svc/columnar';
import type { SearchFiltersRequest } from '@svc/contract';
import { invalidField } from '@svc/errors';
import { pageLimit } from '@svc/pagination';
import { CLOCK, COLUMN_STORE, type Clock } from '@svc/service';
import { resolveWindow, type Budget, type Scope } from '@svc/reading/statement';
import { isEmpty, NANOSECONDS_PER_DAY } from '@svc/reading/time';
import { FILTER_FIELDS, selectFilterValues, type FilterField, type FilterValueRow } from './filters.query.js';

const VALUES = { default: 100, max: 1000 };

export interface FilterValues {
  readonly field: FilterField;
  readonly rows: readonly FilterValueRow[];
  readonly isTruncated: boolean;
}

@Injectable()
export class FiltersService {
  constructor(
    @Inject(COLUMN_STORE) private readonly store: ColumnStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async values(request: SearchFiltersRequest, scope: Scope, budget: Budget): Promise<FilterValues> {
    const field = FILTER_FIELDS.find((known) => known === request.field);
    if (!field) throw invalidField('field', `must be one of ${FILTER_FIELDS.join(', ')}`);
    const range = resolveWindow(request, scope, this.clock(), NANOSECONDS_PER_DAY);
    if (isEmpty(range)) return { field, rows: [], isTruncated: false };
    const limit = pageLimit(request.limit, VALUES);
    const statement = budget.statement(selectFilterValues(field, scope, range, limit + 1));
    const rows = await this.store.query<FilterValueRow>(statement);
    return { field, rows: rows.slice(0, limit), isTruncated: rows.length > limit };
  }
}
