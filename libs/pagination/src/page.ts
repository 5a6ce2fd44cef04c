/** Page sizes of one list. */
export interface PageLimits {
  readonly default: number;
  readonly max: number;
}

/** Returns the page size: the default if absent, at most the maximum. Validation has rejected zero and negative sizes. */
export function pageLimit(requested: number | undefined, limits: PageLimits): number {
  return Math.min(requested ?? limits.default, limits.max);
}

export interface Page<Row> {
  readonly rows: readonly Row[];
  /** The fields of the message Pagination: `nextCursor` is set exactly if more pages follow. */
  readonly pagination: { readonly hasMore: boolean; readonly nextCursor?: string };
}

/** Creates a page from the rows of a query with `limit + 1`; the extra row only indicates that more follow. */
export function cutPage<Row>(found: readonly Row[], limit: number, cursorAfter: (last: Row) => string): Page<Row> {
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  if (found.length <= limit || last === undefined) return { rows, pagination: { hasMore: false } };
  return { rows, pagination: { hasMore: true, nextCursor: cursorAfter(last) } };
}
