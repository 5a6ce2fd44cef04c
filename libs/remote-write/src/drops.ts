/** The reasons for which parts of a request are not stored, in the order of their numbers. */
export const DROP_REASONS = [
  'exemplar',
  'metadata',
  'empty_series',
  'stale_marker',
  'gauge_histogram',
  'fractional_histogram',
  'metric_name_missing',
  'invalid_labels',
  'invalid_histogram',
] as const;
export type DropReason = (typeof DROP_REASONS)[number];

/** The reasons that are faults of the sender, which repeating the request would not mend. */
export const FAULTS: readonly DropReason[] = ['metric_name_missing', 'invalid_labels', 'invalid_histogram'];

/** Counts by reason what is not stored. */
export class Drops {
  readonly #counts = new Map<DropReason, number>();

  add(reason: DropReason, count = 1): void {
    if (count > 0) this.#counts.set(reason, (this.#counts.get(reason) ?? 0) + count);
  }

  /** Only the reasons that occurred. */
  counts(): Readonly<Partial<Record<DropReason, number>>> {
    return Object.fromEntries(this.#counts);
  }
}
