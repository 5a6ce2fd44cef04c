/** Page sizes of one list. */
export interface PageLimits {
  readonly default: number;
  readonly max: number;
}

/** The page size to use: the default when absent, the maximum when above it. Validation has refused zero and less. */
export function pageLimit(requested: number | undefined, limits: PageLimits): number {
  return Math.min(requested ?? limits.default, limits.max);
}

export interface Page<Row> {
  readonly rows: readonly Row[];
  /** As the message Pagination has it: `nextCursor` exactly while more pages follow. */
  readonly pagination: { readonly hasMore: boolean; readonly nextCursor?: string };
}

/** Cuts a page from what a query with `limit + 1` found: the row too many only tells that more follow. */
export function cutPage<Row>(found: readonly Row[], limit: number, cursorAfter: (last: Row) => string): Page<Row> {
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  if (found.length <= limit || last === undefined) return { rows, pagination: { hasMore: false } };
  return { rows, pagination: { hasMore: true, nextCursor: cursorAfter(last) } };
}
