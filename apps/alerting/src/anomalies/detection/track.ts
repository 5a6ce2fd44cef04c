import type { Assessment, Direction } from './assessment.js';
import { WINDOW_MS } from './slots.js';

/** A window that deviated. */
export interface Deviation {
  /** End of the window in milliseconds. */
  readonly end: number;
  readonly observed: number;
  readonly expected: number;
  /** Score of the deviation, at least `WARNING_SCORE`. */
  readonly score: number;
  readonly basis: Assessment['basis'];
}

/** State of a series in one direction; undefined while all is normal. */
export interface Track {
  /** Deviating windows among the last five. */
  readonly recent: readonly Deviation[];
  /** ID of the active finding. */
  readonly finding?: string;
  /** Normal windows in a row since the finding last deviated. */
  readonly normal: number;
  /** A caller resolved or deleted the finding: nothing is reported before a normal window. */
  readonly isMuted?: boolean;
}

export type Severity = 'warning' | 'critical';

export type Change =
  | { readonly kind: 'open'; readonly severity: Severity; readonly deviations: readonly Deviation[] }
  /** The active finding deviated again. */
  | { readonly kind: 'continue'; readonly severity: Severity; readonly deviation: Deviation }
  | { readonly kind: 'resolve' };

export interface Step {
  readonly track: Track | undefined;
  readonly change?: Change;
}

export const WARNING_SCORE = 4;
export const CRITICAL_SCORE = 6;
/** Score below which a window is normal. Between it and a warning, a finding neither continues nor ends. */
const NORMAL_SCORE = 3;
const RECENT_WINDOWS = 5;
const MIN_DEVIATIONS = 3;
const NORMAL_WINDOWS = 6;

const NOTHING: Track = { recent: [], normal: 0 };

/**
 * The lifecycle of findings of a series in one direction: what a window changes. Windows that were not measured are not passed, so they
 * neither open nor resolve anything.
 *
 * @param isActive whether the finding of the track is still open or acknowledged.
 */
export function step(
  before: Track | undefined,
  end: number,
  assessment: Assessment,
  direction: Direction,
  isActive: boolean,
): Step {
  const track = forget(before ?? NOTHING, end, isActive);
  const score = assessment.direction === direction ? Math.abs(assessment.score) : 0;
  const { observed, expected, basis } = assessment;
  const isDeviation = score >= WARNING_SCORE;
  const deviation: Deviation = { end, observed, expected, score, basis };
  const recent = isDeviation ? [...track.recent, deviation] : track.recent;
  if (track.finding !== undefined) {
    if (isDeviation)
      return {
        track: { ...track, recent, normal: 0 },
        change: { kind: 'continue', severity: toSeverity(recent), deviation },
      };
    const normal = score < NORMAL_SCORE ? track.normal + 1 : track.normal;
    if (normal >= NORMAL_WINDOWS) return { track: undefined, change: { kind: 'resolve' } };
    return { track: { ...track, recent, normal } };
  }
  if (track.isMuted === true) return { track: score < NORMAL_SCORE ? undefined : { ...NOTHING, isMuted: true } };
  if (isDeviation && recent.length >= MIN_DEVIATIONS)
    return {
      track: { recent, normal: 0 },
      change: { kind: 'open', severity: toSeverity(recent), deviations: recent },
    };
  return { track: recent.length > 0 ? { recent, normal: 0 } : undefined };
}

/**
 * Without windows that are no longer recent or, after a clock was set back, are yet to come, and without a finding that a caller resolved
 * or deleted.
 */
function forget(track: Track, end: number, isActive: boolean): Track {
  if (track.finding !== undefined && !isActive) return { ...NOTHING, isMuted: true };
  const earliest = end - RECENT_WINDOWS * WINDOW_MS;
  return { ...track, recent: track.recent.filter((deviation) => deviation.end > earliest && deviation.end < end) };
}

function toSeverity(recent: readonly Deviation[]): Severity {
  return recent.filter(({ score }) => score >= CRITICAL_SCORE).length >= MIN_DEVIATIONS ? 'critical' : 'warning';
}
