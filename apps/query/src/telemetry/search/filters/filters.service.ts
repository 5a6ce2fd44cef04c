import { Inject, Injectable } from '@nestjs/common';
import type { SearchFiltersRequest } from '@svc/contract';
import { pageLimit } from '@svc/pagination';
import type { ProjectReader } from '@svc/reading/project-reader';
import { resolveWindow } from '@svc/reading/statement';
import { isEmpty, NANOSECONDS_PER_DAY } from '@svc/reading/time';
import { CLOCK, type Clock } from '@svc/runtime';
import { invalidField } from '@svc/service-error';
import { FILTER_FIELDS, hasValues, selectFilterValues, type FilterValueRow } from './filters.query.js';

const VALUES = { default: 100, max: 1000 };

export interface FilterValues {
  readonly field: string;
  readonly rows: readonly FilterValueRow[];
  readonly isTruncated: boolean;
}

@Injectable()
export class FiltersService {
  constructor(@Inject(CLOCK) private readonly clock: Clock) {}

  async values(request: SearchFiltersRequest, reader: ProjectReader): Promise<FilterValues> {
    const { field } = request;
    if (!hasValues(field, reader.scope))
      throw invalidField('field', `must be one of ${FILTER_FIELDS.join(', ')}, or the name of an attribute`);
    const range = resolveWindow(request, reader.scope, this.clock(), NANOSECONDS_PER_DAY);
    if (isEmpty(range)) return { field, rows: [], isTruncated: false };
    const limit = pageLimit(request.limit, VALUES);
    const rows = await reader.rows(selectFilterValues(field, reader.scope, range, limit + 1));
    return { field, rows: rows.slice(0, limit), isTruncated: rows.length > limit };
  }
}
