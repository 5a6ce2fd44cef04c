import { readNumber, readUnit } from '../time/points.js';
import { MINUTE } from '../time/window.js';
import type { Item } from '../words/item.js';
import { CONTAINING, EXCLUSIONS, NEGATIONS, RESERVED } from '../words/lexicon.js';
import type { Token } from '../words/tokens.js';
import { findNames } from './names.js';
import { longestPhrase, type Rule, type Scan } from './scan.js';

/** `containing "connection refused"`. */
export const readContaining: Rule = (scan, at) => {
  const phrase = longestPhrase(scan, at, (text) => CONTAINING.has(text));
  return phrase && readText(scan, at, at + phrase.length, 'text');
};

const TEXT_EXCLUSIONS = new Set(['not containing', 'not mentioning']);
const LEVELS = new Map([
  ['debug', 'debug'],
  ['info', 'info'],
  ['warn', 'warn'],
  ['warning', 'warn'],
  ['warnings', 'warn'],
  ['error', 'error'],
  ['fatal', 'fatal'],
]);

/** `except web`, `not from production`, `without "health check"`. Other negations are left to be refused. */
export const readExclusion: Rule = (scan, at) => {
  const phrase = longestPhrase(scan, at, (text) => EXCLUSIONS.has(text));
  if (!phrase) return undefined;
  const { tokens, words } = scan;
  let next = at + phrase.length;
  if (TEXT_EXCLUSIONS.has(phrase.phrase)) return readText(scan, at, next, 'excludedText');
  if (/^(?:the|service|services|environment|env)$/.test(words[next] ?? '')) next += 1;
  const level = LEVELS.get(words[next] ?? '');
  if (level !== undefined) {
    const after = /^logs?$/.test(words[next + 1] ?? '') ? next + 2 : next + 1;
    return { kind: 'excludedLevel', value: level, first: at, after };
  }
  const found = readPlaces(scan, next);
  if (found) {
    const after = words[found.after] === 'service' ? found.after + 1 : found.after;
    return { kind: 'excluded', value: '', names: found.names, first: at, after };
  }
  return tokens[next]?.kind === 'quoted' ? readText(scan, at, next, 'excludedText') : undefined;
};

/** Services and environments, joined by `and` or `or`. */
function readPlaces(scan: Scan, at: number): Pick<Item, 'names' | 'after'> | undefined {
  const found = findNames(scan, at);
  const place = found?.names.filter(({ kind }) => kind === 'service' || kind === 'environment') ?? [];
  if (!found || place.length !== 1) return undefined;
  const after = at + found.length;
  const isJoined = /^(?:and|or)$/.test(scan.words[after] ?? '');
  const others = isJoined ? readPlaces(scan, after + 1) : undefined;
  return { names: [...place, ...(others?.names ?? [])], after: others?.after ?? after };
}

function readText({ tokens, words }: Scan, first: number, at: number, kind: 'text' | 'excludedText'): Item | undefined {
  const token = tokens[at];
  if (token === undefined || !isValue(token, words[at] ?? '')) return undefined;
  return { kind, value: token.raw, first, after: at + 1 };
}

/** A value of a filter: a quoted text, or a word without a meaning of its own. */
function isValue({ kind, raw }: Token, word: string): boolean {
  if (/["\\]/.test(raw) || raw === '' || raw.length > 200) return false;
  return kind === 'quoted' || (kind === 'word' && !RESERVED.has(word) && !NEGATIONS.has(word));
}

/** `tenant is acme`, `http.status_code = 500`, `http.status_code:500`, `http.route "/cart"`. */
export const readAttribute: Rule = (scan, at) => {
  const { tokens, words } = scan;
  const joined = /^([^:]+):(.+)$/.exec(tokens[at]?.kind === 'word' ? tokens[at].raw : '');
  const key = joined ? scan.index.find(joined[1] ?? '').find(({ kind }) => kind === 'attribute') : undefined;
  if (key && joined && !/["\\]/.test(joined[2] ?? ''))
    return { kind: 'attribute', value: joined[2] ?? '', names: [key], first: at, after: at + 1 };
  const found = findNames(scan, at);
  const attribute = found?.names.find(({ kind }) => kind === 'attribute');
  if (!found || !attribute) return undefined;
  const next = at + found.length;
  const signs = tokens[next]?.raw === '=' && tokens[next + 1]?.raw === '=' ? 2 : tokens[next]?.raw === '=' ? 1 : 0;
  const operator = signs || (/^(?:is|equals)$/.test(words[next] ?? '') ? 1 : 0);
  const value = tokens[next + operator];
  if (!value || !isValue(value, words[next + operator] ?? '')) return undefined;
  if (operator === 0 && value.kind !== 'quoted' && !/^\d+$/.test(value.raw)) return undefined;
  return { kind: 'attribute', value: value.raw, names: [attribute], first: at, after: next + operator + 1 };
};

const LONGER = new Set([
  'longer than',
  'slower than',
  'took longer than',
  'take longer than',
  'taking longer than',
  'taking more than',
  'took more than',
  'exceeding',
]);
const MORE = new Set(['over', 'above', 'more than', 'at least']);

/** `slower than 500ms`, `over 1.5 s`. A number of minutes after `over` can also be a window and is left alone. */
export const readLongerThan: Rule = (scan, at) => {
  const phrase = longestPhrase(scan, at, (text) => LONGER.has(text) || MORE.has(text));
  if (!phrase) return undefined;
  const next = at + phrase.length;
  const { words } = scan;
  const [, count, joined] = /^(\d{1,6}(?:\.\d{1,3})?)([a-z]+)?$/.exec(words[next] ?? '') ?? [];
  const amount = count === undefined ? readNumber(words[next]) : Number(count);
  const word = joined ?? words[next + 1];
  const unit = /^(?:ms|millis|milliseconds?)$/.test(word ?? '') ? 1 : readUnit(word);
  if (amount === undefined || unit === undefined || unit > MINUTE) return undefined;
  if (unit === MINUTE && !LONGER.has(phrase.phrase)) return undefined;
  return { kind: 'longerThan', value: String(amount * unit), first: at, after: next + (joined === undefined ? 2 : 1) };
};

/** `operation "POST /checkout"`. */
export const readOperation: Rule = ({ tokens, words }, at) => {
  const value = tokens[at + 1];
  if (!/^(?:operation|endpoint|span)$/.test(words[at] ?? '') || value?.kind !== 'quoted' || value.raw === '')
    return undefined;
  return { kind: 'operation', value: value.raw, first: at, after: at + 2 };
};

/** `user ada`, `customer "Grace Hopper"`, or an e-mail address anywhere. */
export const readPerson: Rule = (scan, at) => {
  const { tokens, words } = scan;
  if (/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(words[at] ?? ''))
    return { kind: 'person', value: tokens[at]?.raw ?? '', first: at, after: at + 1 };
  const isNamed = /^(?:user|person|customer)$/.test(words[at] ?? '') || isFind(words, at);
  if (!isNamed && !isFind(words, at - 1)) return undefined;
  const start = isNamed ? at + 1 : at;
  const next = /^(?:id|named|called)$/.test(words[start] ?? '') ? start + 1 : start;
  const token = tokens[next];
  if (!token || !isValue(token, words[next] ?? '')) return undefined;
  // `customer complaints` can also be two nouns.
  const isUncertain = token.kind === 'word' && next === start && !/[\d@_\-.:]/.test(token.raw);
  return { kind: 'person', value: token.raw, first: at, after: next + 1, isUncertain };
};

/** Whether persons follow a word of searching: `search persons "Grace Hopper"`. */
const isFind = (words: readonly string[], at: number): boolean =>
  /^(?:persons?|users?|customers?|people)$/.test(words[at] ?? '') && /^(?:search|find|for)$/.test(words[at - 1] ?? '');

/** A trace ID, with the word `trace` before it. */
export const readTraceId: Rule = ({ words }, at) => {
  let next = words[at] === 'trace' ? at + 1 : at;
  if (next > at && words[next] === 'id') next += 1;
  if (!/^[0-9a-f]{32}$/.test(words[next] ?? '')) return undefined;
  return { kind: 'traceId', value: words[next] ?? '', first: at, after: next + 1 };
};
