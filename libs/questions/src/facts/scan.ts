import type { CatalogIndex } from '../catalog/catalog-index.js';
import type { Name } from '../catalog/catalog.js';
import type { TimePhrases } from '../time/time-phrases.js';
import type { Item } from '../words/item.js';
import type { Token } from '../words/tokens.js';

/** A question that is being read, and what its rules read it with. */
export interface Scan {
  readonly tokens: readonly Token[];
  /** The words in lower case; empty for quoted texts and symbols. */
  readonly words: readonly string[];
  readonly index: CatalogIndex;
  readonly times: TimePhrases;
  /** Names that were found already, by the token at which they begin, because several rules look for them. */
  readonly found: Map<number, FoundNames | undefined>;
}

/** Names of the catalog that the same words can mean. */
export interface FoundNames {
  readonly names: readonly Name[];
  /** Number of tokens. */
  readonly length: number;
}

/** Reads what begins at a token. */
export type Rule = (scan: Scan, at: number) => Item | undefined;

/** The longest phrase of a table that begins at a word, with its length in words. */
export function longestPhrase(
  { words }: Scan,
  at: number,
  isKnown: (phrase: string) => boolean,
  most = 5,
): { readonly phrase: string; readonly length: number } | undefined {
  for (let length = Math.min(most, words.length - at); length > 0; length -= 1) {
    const part = words.slice(at, at + length);
    if (part.includes('')) continue;
    const phrase = part.join(' ');
    if (isKnown(phrase)) return { phrase, length };
  }
  return undefined;
}
