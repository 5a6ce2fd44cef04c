import { formatExact, parseExact } from '../api/parse-exact.js';
import { compareParts, type Difference, type Parts } from '../drafts/compare-parts.js';
import type { SavedSearch, SavedSearchesUpdateRequest } from '../gen/api.js';
import { describeJsonFault, findJsonFault } from '../ui/json/find-json-fault.js';

type Query = Readonly<Record<string, unknown>>;

/** A saved search as its form shows it. */
export interface SearchDraft {
  readonly name: string;
  readonly isShared: boolean;
  /** The text of the search. */
  readonly q: string;
  /** The other parameters as JSON. */
  readonly others: string;
}

export interface ReadDraft {
  /** Undefined if the parameters are no JSON object. */
  readonly query: Query | undefined;
  readonly fault: string | undefined;
}

export function toSearchDraft({ name, is_shared: isShared, query = {} }: SavedSearch): SearchDraft {
  const { q, ...others } = query;
  // A query that another client has saved in another form stays among the parameters.
  const isText = q === undefined || typeof q === 'string';
  return { name, isShared, q: isText ? (q ?? '') : '', others: formatExact(isText ? others : query, 2) };
}

/** The query of a draft, or the first mistake in its parameters. */
export function readSearch({ q, others }: SearchDraft): ReadDraft {
  const refuse = (fault: string): ReadDraft => ({ query: undefined, fault });
  const text = others.trim() === '' ? '{}' : others;
  const syntax = findJsonFault(text);
  if (syntax) return refuse(describeJsonFault(syntax));
  const value = parseExact(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return refuse('The parameters must be an object, such as {"level": ["error"]}.');
  const members = value as Query;
  if (q !== '' && Object.hasOwn(members, 'q')) return refuse('The query is named above; remove q here.');
  return { query: { ...(q !== '' && { q }), ...members }, fault: undefined };
}

/** The fields that a draft changes compared with the search as its form was opened. */
export function toSearchChanges(
  base: SavedSearch,
  draft: SearchDraft,
): Omit<SavedSearchesUpdateRequest, 'expected_version'> {
  const { query } = readSearch(draft);
  const name = draft.name.trim();
  return {
    ...(name !== base.name && { name }),
    ...(draft.isShared !== base.is_shared && { is_shared: draft.isShared }),
    ...(query && formatExact(query) !== formatExact(withoutEmpty(base.query)) && { query }),
  };
}

/** A search without a text has no query in the form. */
function withoutEmpty(query: Query = {}): Query {
  const { q, ...others } = query;
  return typeof q === 'string' ? { ...(q !== '' && { q }), ...others } : query;
}

type Compared = Pick<SavedSearch, 'name' | 'is_shared' | 'query'>;

const PARTS: Parts<Compared> = [
  ['Name', ({ name }) => name],
  ['Visible to', ({ is_shared: isShared }) => nameVisibility(isShared)],
  ['Query', ({ query }) => describeQuery(query)],
];

/** The parts in which a search differs from what was opened, or from a draft of it. */
export function compareSearches(before: SavedSearch, now: SavedSearch, draft: SearchDraft): readonly Difference[] {
  const { name, isShared } = draft;
  return compareParts(PARTS, before, now, { name, is_shared: isShared, query: readSearch(draft).query ?? {} });
}

export function nameVisibility(isShared: boolean): string {
  return isShared ? 'the members of the project' : 'its owner alone';
}

/** The parameters of a search in one line: `q=timeout level=error,fatal`. */
export function describeQuery(query: Query = {}): string {
  return Object.entries(query)
    .filter(([, value]) => value !== '' && !(Array.isArray(value) && value.length === 0))
    .map(([name, value]) => `${name}=${[value].flat().map(toWord).join(',')}`)
    .join(' ');
}

function toWord(value: unknown): string {
  return typeof value === 'string' ? value : formatExact(value);
}
