/** Half-open: includes `from`, excludes `to`. Nanoseconds since 1970. */
export interface TimeRange {
  readonly from: bigint;
  readonly to: bigint;
}

export const isEmpty = (range: TimeRange): boolean => range.from >= range.to;
