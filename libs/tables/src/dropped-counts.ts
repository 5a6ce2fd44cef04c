/**
 * What the SDK left out of a span because of its limits, and the flags of its links, as the column `dropped_counts` has them: as JSON
 * without what is 0, and '' if all is.
 */
export interface DroppedCounts {
  readonly attributes?: number;
  readonly events?: number;
  readonly links?: number;
  /** By the index of the event. */
  readonly event_attributes?: Readonly<Record<number, number>>;
  /** By the index of the link. */
  readonly link_attributes?: Readonly<Record<number, number>>;
  /** By the index of the link: W3C trace flags in the lowest byte. */
  readonly link_flags?: Readonly<Record<number, number>>;
}

/** Parses a value of the column. */
export function parseDroppedCounts(stored: string): DroppedCounts {
  return stored === '' ? {} : (JSON.parse(stored) as DroppedCounts);
}
