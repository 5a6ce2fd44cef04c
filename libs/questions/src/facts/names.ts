import { MAX_WORDS } from '../catalog/catalog-index.js';
import type { Name, NameKind } from '../catalog/catalog.js';
import type { Item } from '../words/item.js';
import { RESERVED } from '../words/lexicon.js';
import type { FoundNames, Scan } from './scan.js';

/** Words beside a name that say what it is a name of. */
const HINTS: ReadonlyMap<string, NameKind> = new Map([
  ['service', 'service'],
  ['environment', 'environment'],
  ['env', 'environment'],
  ['event', 'event'],
  ['events', 'event'],
  ['metric', 'metric'],
  ['exception', 'error type'],
  ['exceptions', 'error type'],
  ['agent', 'agent'],
  ['model', 'model'],
  ['provider', 'provider'],
]);
/** Words that stay after they have said what a name is of, because they are also the subject. */
const KEPT = new Set(['exception', 'exceptions']);

/**
 * The longest name of the catalog that begins at a token. A name is data: one that consists of a word of the grammar, or of several words
 * with one of them, is only found in quotation marks, so that no name changes the meaning of a question.
 */
export function findNames(scan: Scan, at: number): FoundNames | undefined {
  if (!scan.found.has(at)) scan.found.set(at, lookUp(scan, at));
  return scan.found.get(at);
}

function lookUp(scan: Scan, at: number): FoundNames | undefined {
  const { tokens, words, index } = scan;
  const token = tokens[at];
  if (token?.kind === 'quoted') {
    const names = index.find(token.raw);
    return names.length > 0 ? { names, length: 1 } : undefined;
  }
  for (let length = Math.min(MAX_WORDS, words.length - at); length > 0; length -= 1) {
    const part = words.slice(at, at + length);
    if (part.some((word) => word === '' || RESERVED.has(word))) continue;
    const names = index.find(part.join(' '));
    if (names.length > 0) return { names, length };
  }
  return undefined;
}

/** A name with the word beside it that says its kind: `auth service`, `the environment staging`. */
export function readName(scan: Scan, at: number): Item | undefined {
  const { words } = scan;
  const before = HINTS.get(words[at] ?? '');
  const hinted = before === undefined ? undefined : findNames(scan, at + 1);
  const ofKind = hinted?.names.filter(({ kind }) => kind === before) ?? [];
  if (hinted && ofKind.length > 0 && !KEPT.has(words[at] ?? '')) return toItem(ofKind, at, at + 1 + hinted.length);
  const found = findNames(scan, at);
  if (!found) return undefined;
  const end = at + found.length;
  const after = HINTS.get(words[end] ?? '');
  const narrowed = found.names.filter(({ kind }) => kind === after);
  if (narrowed.length === 0) return toItem(found.names, at, end);
  return toItem(narrowed, at, KEPT.has(words[end] ?? '') ? end : end + 1);
}

/** `TypeErrors` are occurrences of the error type `TypeError`. */
export function readPlural({ words, index }: Scan, at: number): Item | undefined {
  const word = words[at] ?? '';
  if (!word.endsWith('s') || RESERVED.has(word)) return undefined;
  const names = index.find(word.slice(0, -1)).filter(({ kind }) => kind === 'error type');
  return names.length > 0 ? { ...toItem(names, at, at + 1), value: 'occurrences' } : undefined;
}

/** A word that is a part of names of services, which is never taken for certain. */
export function readPart({ words, index }: Scan, at: number): Item | undefined {
  const word = words[at] ?? '';
  if (word.length < 3 || RESERVED.has(word)) return undefined;
  const names = index.findPart(word);
  return names.length > 0 ? { ...toItem(names, at, at + 1), isUncertain: true } : undefined;
}

const toItem = (names: readonly Name[], first: number, after: number): Item => ({
  kind: 'name',
  value: '',
  names,
  first,
  after,
});
