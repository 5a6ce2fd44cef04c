import { Injectable } from '@nestjs/common';
import { estimateBytes, MAX_ANSWER_BYTES, SliceSizes } from '@svc/reading/paging';
import type { ProjectReader } from '@svc/reading/project-reader';
import type { FoundPage } from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';
import { selectErrors, toPosition, type ErrorPage, type ErrorRow } from './errors.query.js';

export interface ErrorSearch extends Omit<ErrorPage, 'scope' | 'slice'> {
  readonly range: TimeRange;
}

/** Rows of the first slice: reading their times costs less than another statement would. */
const SLICE_ROWS = 20_000;

@Injectable()
export class ErrorsRepository {
  readonly #sizes = new SliceSizes(SLICE_ROWS);

  async search(search: ErrorSearch, reader: ProjectReader): Promise<FoundPage<ErrorRow>> {
    const { projectNumber } = reader.scope;
    let bytes = 0;
    const page = await reader.page({
      ...search,
      direction: 'desc',
      widths: this.#sizes.widths(projectNumber),
      toPosition,
      read: async (slice, limit) => {
        const rows: ErrorRow[] = [];
        for await (const chunk of reader.stream(selectErrors({ ...search, scope: reader.scope, slice, limit }))) {
          rows.push(...chunk);
          bytes += estimateBytes(chunk);
          if (bytes > MAX_ANSWER_BYTES && rows.length > 1) return { rows, isTruncated: true };
        }
        return { rows };
      },
    });
    const times = page.rows.map((row) => BigInt(row.timestamp_ns));
    if (search.filter.every((condition) => !condition)) this.#sizes.learn(projectNumber, times);
    return page;
  }
}
