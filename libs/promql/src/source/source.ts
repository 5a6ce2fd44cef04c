import type { Labels } from '../labels/labels.js';
import type { Matcher } from '../labels/matcher.js';

/** The series that a selector selects, and the time of their samples that matters, in milliseconds. */
export interface Selection {
  readonly matchers: readonly Matcher[];
  /** Samples at this time or before are not needed. */
  readonly after: number;
  readonly until: number;
}

/** Samples of a series, in order of time and with one sample for a time. */
export interface RawSeries {
  readonly labels: Labels;
  /** Milliseconds since the epoch. */
  readonly times: Float64Array;
  readonly values: Float64Array;
  /** 1 for a sample that says that the series has ended; undefined if there is none. */
  readonly stale?: Uint8Array | undefined;
  /** The time since which a counter counts, per sample in milliseconds; 0 if it is not known. */
  readonly starts?: Float64Array | undefined;
  /** Whether there are native histograms among the samples, which the evaluation refuses for now. */
  readonly hasHistograms?: boolean | undefined;
}

/** The instants of an evaluation: `start`, `start + step`, and so on. */
export interface Grid {
  /** Milliseconds since the epoch. */
  readonly start: number;
  /** Milliseconds; 1 if there is one instant only. */
  readonly step: number;
  readonly count: number;
}

/** A function of a range of samples that is wanted at each instant of a grid. */
export interface RangeRequest {
  readonly function: string;
  readonly matchers: readonly Matcher[];
  /** The instants at which ranges end: the grid of the evaluation less the offset. */
  readonly ends: Grid;
  /** Milliseconds; a range begins so long before its end, exclusively. */
  readonly range: number;
}

/** Values of a series at the instants of a grid. */
export interface GridSeries {
  readonly labels: Labels;
  readonly values: Float64Array;
  /** 1 where there is a value. */
  readonly present: Uint8Array;
}

/** The place that series are read from. Batches are yielded in any order; a series is in one batch only. */
export interface SeriesSource {
  select(selection: Selection, signal: AbortSignal | undefined): AsyncIterable<readonly RawSeries[]>;

  /**
   * Computes a function of ranges where the samples are. It must take stale samples out first, and treat resets of counters and the
   * ends of ranges as Prometheus does.
   *
   * @returns undefined if this source cannot compute this; the samples are then selected.
   */
  range?(
    request: RangeRequest,
    signal: AbortSignal | undefined,
  ): Promise<AsyncIterable<readonly GridSeries[]> | undefined>;
}
