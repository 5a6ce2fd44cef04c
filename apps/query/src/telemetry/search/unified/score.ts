import type { TimeRange } from '@svc/reading/time';

/** The content counts most, then the time. */
const WEIGHT = { title: 0.75, recency: 0.25 };
/** For results that match by fields alone the title has no significance. */
const UNKNOWN = 0.5;

export interface Rated {
  readonly id: string;
  readonly title: string;
  /** Nanoseconds. */
  readonly time: bigint;
}

/**
 * Relevance from 0 to 1. The title's part is the share of the searched words that it contains, highest if it starts
 * with them or equals them; a match in a body or an attribute that the title does not show counts less.
 */
export function score(result: Rated, words: readonly string[], query: string, range: TimeRange): number {
  const title = result.id.toLowerCase() === query.trim().toLowerCase() ? 1 : titleScore(result.title, words);
  const relevance = WEIGHT.title * title + WEIGHT.recency * recency(result.time, range);
  return Math.round(relevance * 10_000) / 10_000;
}

function titleScore(original: string, words: readonly string[]): number {
  if (words.length === 0) return UNKNOWN;
  const title = original.toLowerCase();
  const found = words.filter((word) => title.includes(word)).length / words.length;
  const phrase = words.join(' ');
  const whole = title === phrase ? 0.2 : title.startsWith(phrase) ? 0.1 : 0;
  return 0.8 * found + whole;
}

/** 0 at the start of the window, 1 at its end. */
function recency(time: bigint, { from, to }: TimeRange): number {
  if (to <= from) return 1;
  return Math.min(1, Math.max(0, Number(time - from) / Number(to - from)));
}
