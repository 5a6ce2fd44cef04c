import type { CatalogIndex } from '../catalog/catalog-index.js';
import { TimePhrases } from '../time/time-phrases.js';
import type { WallClock } from '../time/wall-clock.js';
import type { Item } from '../words/item.js';
import { tokenize, type Token } from '../words/tokens.js';
import { readItems } from './read-items.js';

export interface ScannedQuestion {
  readonly tokens: readonly Token[];
  /** The words in lower case; empty for quoted texts and symbols. */
  readonly words: readonly string[];
  readonly times: TimePhrases;
  readonly items: readonly Item[];
  /** Tokens that no rule consumed. */
  readonly unknown: readonly Token[];
}

/** Splits a question into items. @param now milliseconds since 1970. */
export function scanQuestion(question: string, index: CatalogIndex, clock: WallClock, now: number): ScannedQuestion {
  const tokens = tokenize(question);
  const words = tokens.map(({ kind, lower }) => (kind === 'word' ? lower.replaceAll('’', "'") : ''));
  const times = new TimePhrases(clock, now);
  return { tokens, words, times, ...readItems({ tokens, words, index, times, found: new Map() }) };
}
