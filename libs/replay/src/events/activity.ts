import { SOURCE, sourceOf, type RecordedEvent } from './event.js';

/** Events that a person causes: the movements of a pointer, clicks, scrolling, resizing, typing, touches, media and drags. */
const ACTIVE_SOURCES = new Set<number | undefined>([
  SOURCE.mouseMove,
  SOURCE.mouseInteraction,
  SOURCE.scroll,
  SOURCE.viewportResize,
  SOURCE.input,
  SOURCE.touchMove,
  SOURCE.mediaInteraction,
  SOURCE.drag,
]);
/** A longer pause is not activity. */
const MAX_PAUSE_MS = 5_000;
/** The least time that an activity takes. */
const LEAST_MS = 1;

/** From when to when somebody was active, in milliseconds. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export const isActive = (event: RecordedEvent): boolean => ACTIVE_SOURCES.has(sourceOf(event));

/** The periods of activity in events of any order. */
export function activeSpans(events: readonly RecordedEvent[]): Span[] {
  const points = events.filter(isActive).map(({ timestamp }) => ({ from: timestamp, to: timestamp }));
  return joinSpans(points);
}

/**
 * Joins periods that overlap or are at most five seconds apart: those of chunks into those of a session, and those of windows that are
 * open at the same time.
 */
export function joinSpans(spans: readonly Span[]): Span[] {
  const joined: { from: number; to: number }[] = [];
  for (const { from, to } of spans.toSorted((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (last && from - last.to <= MAX_PAUSE_MS) last.to = Math.max(last.to, to);
    else joined.push({ from, to });
  }
  return joined;
}

/** The time that periods take together, in milliseconds. */
export function activeMs(spans: readonly Span[]): number {
  return joinSpans(spans).reduce((total, { from, to }) => total + Math.max(LEAST_MS, Math.round(to - from)), 0);
}
