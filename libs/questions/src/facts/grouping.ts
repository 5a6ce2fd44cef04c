import { readNumber, readUnit } from '../time/points.js';
import { DAY, HOUR, MINUTE } from '../time/window.js';
import { LEXICON } from '../words/lexicon.js';
import { findNames } from './names.js';
import { longestPhrase, type Rule } from './scan.js';

const BY = new Set([
  'by',
  'per',
  'for each',
  'for every',
  'in each',
  'grouped by',
  'group by',
  'broken down by',
  'split by',
  'by each',
]);
const KEYS = new Map([
  ['service', 'service'],
  ['services', 'service'],
  ['environment', 'environment'],
  ['environments', 'environment'],
  ['env', 'environment'],
  ['level', 'level'],
  ['levels', 'level'],
  ['severity', 'level'],
  ['release', 'release'],
  ['version', 'release'],
]);

/** Only calls of models and runs of agents are grouped by these. */
const MODEL_KEYS = new Map([
  ['model', 'model'],
  ['models', 'model'],
  ['provider', 'provider'],
  ['providers', 'provider'],
  ['agent', 'agent'],
  ['agents', 'agent'],
  ['user', 'person'],
  ['users', 'person'],
  ['person', 'person'],
  ['customer', 'person'],
]);

/** `by service`, `per region`, `for each environment`. */
export const readGroup: Rule = (scan, at) => {
  const phrase = longestPhrase(scan, at, (text) => BY.has(text), 3);
  if (!phrase) return undefined;
  const next = at + phrase.length;
  const key = KEYS.get(scan.words[next] ?? '');
  if (key !== undefined) return { kind: 'group', value: key, first: at, after: next + 1 };
  const word = scan.words[next] ?? '';
  const modelKey = MODEL_KEYS.get(word);
  // `by users` also is an order of issues.
  if (modelKey !== undefined && !LEXICON.has(`${phrase.phrase} ${word}`))
    return { kind: 'modelGroup', value: modelKey, first: at, after: next + 1 };
  const found = findNames(scan, next);
  const attribute = found?.names.find(({ kind }) => kind === 'attribute');
  if (!found || !attribute) return undefined;
  return { kind: 'group', value: '', names: [attribute], first: at, after: next + found.length };
};

const INTERVALS = new Map([
  [MINUTE, '1m'],
  [5 * MINUTE, '5m'],
  [15 * MINUTE, '15m'],
  [30 * MINUTE, '30m'],
  [HOUR, '1h'],
  [6 * HOUR, '6h'],
  [12 * HOUR, '12h'],
  [DAY, '1d'],
]);

/** `every 5 minutes`. */
export const readInterval: Rule = ({ words }, at) => {
  if (!/^(?:every|per|each)$/.test(words[at] ?? '')) return undefined;
  const interval = INTERVALS.get((readNumber(words[at + 1]) ?? 0) * (readUnit(words[at + 2]) ?? 0));
  return interval === undefined ? undefined : { kind: 'interval', value: interval, first: at, after: at + 3 };
};

/** The most records that an answer has. */
export const MAX_ROWS = 100;
const COUNTED = new Set(['subject', 'order', 'level', 'traceStatus', 'issueStatus', 'extreme']);
const BEFORE = /^(?:top|first|last|latest|newest|oldest|earliest|busiest|recent)$/;

/** `20` in `last 20 log lines`: a number before what is listed. Larger numbers than an answer has are left to be refused. */
export const readLimit: Rule = (scan, at) => {
  const count = readNumber(scan.words[at]);
  if (count === undefined || count < 1 || count > MAX_ROWS) return undefined;
  const next = longestPhrase(scan, at + 1, (text) => LEXICON.has(text));
  const isBeforeThings = COUNTED.has(LEXICON.get(next?.phrase ?? '')?.kind ?? '');
  if (/^(?:over|with|at|least|than|above|under|below)$/.test(scan.words[at - 1] ?? '')) return undefined;
  if (!isBeforeThings && !BEFORE.test(scan.words[at - 1] ?? '')) return undefined;
  return { kind: 'limit', value: String(count), first: at, after: at + 1 };
};
