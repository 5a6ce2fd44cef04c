import type { Scope, Window } from '../model.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

/** Below this length of the window, buckets of ten seconds are needed to have enough of them. */
const SHORT_WINDOW_MS = 10 * MINUTE;
/** A baseline needs many buckets, however short the window is. */
const MIN_LOOKBACK_MS = 30 * MINUTE;
/** With buckets of a minute. */
const MIN_LONG_LOOKBACK_MS = 2 * 60 * MINUTE;
const MAX_LOOKBACK_MS = DAY;
/** The most time before the onset that belongs to neither side: a slow beginning would make the baseline look abnormal. */
const MAX_GUARD_MS = 5 * MINUTE;
/** Fewest normal buckets before an onset, as many as deviations from normal need. */
const MIN_NORMAL_BUCKETS = 5;
/** The most buckets of a series, as every service has them. */
const MAX_BUCKETS = 300;
const LONGEST_BUCKET_MINUTES = 1_440;
/** They divide a week, so that the same time a week earlier begins with a bucket, too. */
const BUCKET_MINUTES = [1, 2, 5, 10, 15, 30, 60, 120, 240, 720];
export const WEEK_MS = 7 * DAY;

export interface ReadWindows {
  readonly bucketMs: number;
  /** Everything that is looked at to find the onset; ends with the window of the symptom. */
  readonly all: Window;
  /** The window of the symptom in whole buckets. */
  readonly symptom: Window;
  /** The same time a week earlier. */
  readonly weekBefore: Window;
}

/** The windows that are read before the onset is known. */
export function planWindows({ window }: Scope, now: number): ReadWindows {
  const length = Math.max(Math.min(window.end, now) - window.start, MINUTE);
  const isShort = length < SHORT_WINDOW_MS;
  const wanted = Math.min(Math.max(2 * length, isShort ? MIN_LOOKBACK_MS : MIN_LONG_LOOKBACK_MS), MAX_LOOKBACK_MS);
  const bucketMs = isShort ? 10 * SECOND : bucketFor(wanted + length);
  const lookback = Math.ceil(wanted / bucketMs) * bucketMs;
  // A bucket that is not over has fewer requests than the others, which looks like a change.
  const lastComplete = Math.floor(now / bucketMs) * bucketMs;
  const end = Math.min(Math.ceil(window.end / bucketMs) * bucketMs, lastComplete);
  const symptom = inBuckets({ start: end - length, end }, bucketMs);
  const all = { start: symptom.start - lookback, end: symptom.end };
  return { bucketMs, all, symptom, weekBefore: shift(symptom, -WEEK_MS) };
}

/** The shortest bucket of whole minutes with which so much time has at most 300 of them. */
function bucketFor(lengthMs: number): number {
  const minutes = BUCKET_MINUTES.find((width) => lengthMs / (width * MINUTE) <= MAX_BUCKETS) ?? LONGEST_BUCKET_MINUTES;
  return minutes * MINUTE;
}

/** The earliest onset that is looked for: enough normal time lies before it, and the guard between. */
export function earliestOnset(all: Window, bucketMs: number): number {
  return all.start + Math.ceil(MAX_GUARD_MS / bucketMs) * bucketMs + MIN_NORMAL_BUCKETS * bucketMs;
}

/** The window in whole buckets. */
export function inBuckets({ start, end }: Window, bucketMs: number): Window {
  return { start: Math.floor(start / bucketMs) * bucketMs, end: Math.ceil(end / bucketMs) * bucketMs };
}

export function shift({ start, end }: Window, byMs: number): Window {
  return { start: start + byMs, end: end + byMs };
}

/** The abnormal window and the normal one before it. */
export interface SplitWindows {
  readonly abnormal: Window;
  readonly normal: Window;
}

/**
 * Divides what was read at the onset. A guard of half the abnormal time, at most five minutes, is left out before it: people notice a
 * symptom later than it begins.
 */
export function splitAtOnset(all: Window, onset: number, bucketMs: number): SplitWindows {
  const abnormal = { start: onset, end: all.end };
  const longest = Math.min(MAX_GUARD_MS, (abnormal.end - abnormal.start) / 2);
  const guard = Math.floor(longest / bucketMs) * bucketMs;
  return { abnormal, normal: { start: all.start, end: Math.max(onset - guard, all.start) } };
}
