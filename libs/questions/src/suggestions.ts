import type { CatalogIndex } from './catalog/catalog-index.js';
import type { Name, NameKind } from './catalog/catalog.js';
import type { Token } from './words/tokens.js';

const MAX_SUGGESTIONS = 5;
const MAX_COMPARED = 100;

/** Questions about what a caller may read, with the first name of each kind. */
const EXAMPLES: readonly (readonly [kind: NameKind, toQuestion: (name: string) => string])[] = [
  ['service', (name) => `error rate of "${name}" today`],
  ['attribute', (name) => `error logs by "${name}" in the last 6 hours`],
  ['metric', (name) => `"${name}" by service over the last 6 hours`],
  ['event', (name) => `how many "${name}" events yesterday`],
  ['agent', (name) => `cost of "${name}" in the last 7 days`],
  ['error type', (name) => `"${name}" exceptions in the last 24 hours`],
];

/** Names that resemble the words that were not understood, then questions that would be answered; names of the catalog only. */
export function suggest(index: CatalogIndex, unknown: readonly Token[]): string[] {
  const similar = unknown.slice(0, 3).flatMap(({ raw }) => similarNames(index, raw));
  const names = similar.map(({ kind, name }) => `Did you mean the ${kind} "${name}"?`);
  const examples = EXAMPLES.flatMap(([kind, toQuestion]) => {
    const name = index.names.find((other) => other.kind === kind && !/["\\]/.test(other.name));
    return name ? [toQuestion(name.name)] : [];
  });
  return [...new Set([...names, ...examples])].slice(0, MAX_SUGGESTIONS);
}

function similarNames(index: CatalogIndex, word: string): readonly Name[] {
  const wanted = word.toLowerCase();
  if (wanted.length < 4 || wanted.length > 64) return [];
  const candidates = index.names.filter(
    ({ name }) => Math.abs(name.length - wanted.length) <= 2 && name.slice(0, 1).toLowerCase() === wanted[0],
  );
  return candidates
    .slice(0, MAX_COMPARED)
    .filter(({ name }) => isNear(name.toLowerCase(), wanted))
    .slice(0, 2);
}

/** Whether at most two characters have to be inserted, removed or replaced. */
function isNear(one: string, other: string): boolean {
  let row = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let line = 1; line <= one.length; line += 1) {
    const next = [line];
    for (let column = 1; column <= other.length; column += 1) {
      const replaced = (row[column - 1] ?? 0) + (one[line - 1] === other[column - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    if (Math.min(...next) > 2) return false;
    row = next;
  }
  return (row.at(-1) ?? 3) <= 2;
}
