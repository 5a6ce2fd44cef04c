import { isEmpty, splitAt, type TimeRange } from '@svc/reading/time';
import { periodLength, type SpanHours } from '../../../changed-periods/index.js';

/** Where the figures of a window are read: each time in it is in exactly one range. */
export interface FiguresPlan {
  /** Ranges of whole periods whose stored figures are right, by the length of the periods. */
  readonly stored: ReadonlyMap<SpanHours, readonly TimeRange[]>;
  /** Ranges that are counted from the steps. */
  readonly live: readonly TimeRange[];
}

/**
 * Takes the largest unchanged periods within a window.
 *
 * @param lengths of the periods that may be used, the longest first.
 */
export function planFigures(
  window: TimeRange,
  lengths: readonly SpanHours[],
  changed: Readonly<Record<SpanHours, ReadonlySet<bigint>>>,
): FiguresPlan {
  const stored = new Map<SpanHours, TimeRange[]>();
  let live = isEmpty(window) ? [] : [window];
  for (const spanHours of lengths) {
    const own: TimeRange[] = [];
    const rest: TimeRange[] = [];
    for (const range of live) {
      const { whole, edges } = splitAt(range, periodLength(spanHours));
      for (const edge of edges) append(rest, edge);
      for (let from = whole.from; from < whole.to; from += periodLength(spanHours)) {
        append(changed[spanHours].has(from) ? rest : own, { from, to: from + periodLength(spanHours) });
      }
    }
    if (own.length > 0) stored.set(spanHours, own);
    live = joined(rest);
  }
  return { stored, live };
}

/** Extends the last range if the next one follows it. */
function append(ranges: TimeRange[], next: TimeRange): void {
  const last = ranges.at(-1);
  if (last?.to === next.from) ranges[ranges.length - 1] = { from: last.from, to: next.to };
  else ranges.push(next);
}

function joined(ranges: readonly TimeRange[]): TimeRange[] {
  const result: TimeRange[] = [];
  for (const range of ranges.toSorted((one, other) => (one.from < other.from ? -1 : 1))) append(result, range);
  return result;
}
