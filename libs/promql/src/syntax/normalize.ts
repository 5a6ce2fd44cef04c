import type { Token } from './tokens.js';

/** Words of durations that the grammar takes in lower case only, though PromQL does not tell cases apart. */
const LOWER_ONLY = new Set(['step', 'range', 'min_of', 'max_of']);

/** Functions that the release of the grammar does not know, and others of the same length with the same syntax. */
const STAND_INS: ReadonlyMap<string, string> = new Map([
  ['integral', 'increase'],
  ['min_of', 'vector'],
  ['max_of', 'vector'],
]);

/** The functions of durations, which no function stands in for. */
const OF_DURATIONS = new Set(['min_of', 'max_of']);

/**
 * Rewrites what the grammar does not know into what it does, with every word in its place. The tree is read against the original text.
 */
export function normalize(text: string, tokens: readonly Token[]): string {
  const words: string[] = [];
  let end = 0;
  const durations = new DurationFinder();
  tokens.forEach((token, index) => {
    words.push(text.slice(end, token.start), rewrite(token, tokens[index + 1], durations.visit(token)));
    end = token.start + token.text.length;
  });
  return words.join('');
}

function rewrite(token: Token, next: Token | undefined, isInDuration: boolean): string {
  const { kind, text } = token;
  if (kind === 'number' && text.endsWith('.')) return `${text.slice(0, -1)} `;
  if (kind === 'identifier' && !/^[\w:]+$/.test(text)) return 'x'.repeat(text.length);
  if (kind !== 'identifier' || next?.text !== '(') return text;
  const lower = text.toLowerCase();
  if (isInDuration && LOWER_ONLY.has(lower)) return lower;
  return (OF_DURATIONS.has(text) && isInDuration ? undefined : STAND_INS.get(text)) ?? text;
}

/** Follows the words of a query, and tells which are within a range or an offset. */
class DurationFinder {
  readonly #open: boolean[] = [];
  #isAfterOffset = false;

  visit({ text, kind }: Token): boolean {
    const isInDuration = this.#isAfterOffset || this.#open[this.#open.length - 1] === true;
    if (text === '[') this.#open.push(true);
    else if (text === '(' || text === '{') this.#open.push(isInDuration);
    else if (/^[)}\]]$/.test(text)) this.#open.pop();
    const isSign = kind === 'operator' && /^[+-]$/.test(text);
    const isCall = kind === 'identifier' && LOWER_ONLY.has(text.toLowerCase());
    this.#isAfterOffset =
      (this.#isAfterOffset && (isSign || isCall)) || (kind === 'identifier' && text.toLowerCase() === 'offset');
    return isInDuration;
  }
}
