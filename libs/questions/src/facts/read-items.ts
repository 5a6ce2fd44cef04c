import type { Item } from '../words/item.js';
import { LEXICON } from '../words/lexicon.js';
import type { Token } from '../words/tokens.js';
import {
  readAttribute,
  readContaining,
  readExclusion,
  readLongerThan,
  readOperation,
  readPerson,
  readTraceId,
} from './filters.js';
import { readGroup, readInterval, readLimit } from './grouping.js';
import { readName, readPart, readPlural } from './names.js';
import { longestPhrase, type Rule, type Scan } from './scan.js';

const readTime: Rule = ({ words, times }, at) => {
  const found = times.read(words, at);
  if (!found) return undefined;
  const place = { first: at, after: at + found.length };
  if (found.value.kind === 'window')
    return { kind: 'window', value: found.value.isDay ? 'day' : '', windows: found.value.windows, ...place };
  return { kind: 'clock', value: '', windows: found.value.ranges, ...place };
};

const readPhrase: Rule = (scan, at) => {
  const found = longestPhrase(scan, at, (text) => LEXICON.has(text));
  const meaning = found && LEXICON.get(found.phrase);
  return meaning && { ...meaning, first: at, after: at + found.length };
};

/** The longer one; of two with the same length the phrase, which no name of the catalog displaces. */
const readNameOrPhrase: Rule = (scan, at) => {
  const name = readName(scan, at);
  const phrase = readPhrase(scan, at);
  return name && (!phrase || name.after > phrase.after) ? name : phrase;
};

/** In the order in which they are tried. */
const RULES: readonly Rule[] = [
  readExclusion,
  readContaining,
  readGroup,
  readInterval,
  readLongerThan,
  readTime,
  readTraceId,
  readOperation,
  readAttribute,
  readLimit,
  readPerson,
  readNameOrPhrase,
  readPlural,
  readPart,
];

/** The items of a question, and the tokens that no rule consumed. Every token belongs to exactly one of both. */
export function readItems(scan: Scan): { readonly items: readonly Item[]; readonly unknown: readonly Token[] } {
  const items: Item[] = [];
  const unknown: Token[] = [];
  let at = 0;
  for (let token = scan.tokens[at]; token; token = scan.tokens[at]) {
    const item = firstItem(scan, at);
    if (item) items.push(item);
    else unknown.push(token);
    at = item?.after ?? at + 1;
  }
  return { items, unknown };
}

function firstItem(scan: Scan, at: number): Item | undefined {
  for (const rule of RULES) {
    const item = rule(scan, at);
    if (item) return item;
  }
  return undefined;
}
