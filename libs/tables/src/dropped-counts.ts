/**
 * The counts of what an SDK left out of a span, and the flags of its links, as the column `dropped_counts` has them: JSON
 * without what is 0, and '' if all is.
 */
export interface DroppedCounts {
  readonly attributes?: number;
  readonly events?: number;
  readonly links?: number;
  /** Keys are indexes of events. */
  readonly event_attributes?: Readonly<Record<number, number>>;
  /** Keys are indexes of links. */
  readonly link_attributes?: Readonly<Record<number, number>>;
  /** Keys are indexes of links; the lowest byte has the W3C trace flags. */
  readonly link_flags?: Readonly<Record<number, number>>;
}

/** Parses a value of the column. */
export function parseDroppedCounts(stored: string): DroppedCounts {
  return stored === '' ? {} : (JSON.parse(stored) as DroppedCounts);
}
