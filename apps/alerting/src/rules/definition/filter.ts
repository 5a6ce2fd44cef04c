import { quoteText, toSearch } from '@svc/reading/search-language';
import type { RuleQuery, Selection } from './definition.js';

/** Selection of a query: its saved search narrowed by its own fields. */
export function toSelection(query: RuleQuery, saved: Selection | null): Selection {
  if (!saved) return query;
  const both = saved.q !== '' && query.q !== '' ? `(${saved.q}) (${query.q})` : saved.q || query.q;
  const either = (field: 'service' | 'environment' | 'level') =>
    query[field].length > 0 ? query[field] : saved[field];
  return {
    signal: query.signal || saved.signal,
    q: both,
    service: either('service'),
    environment: either('environment'),
    level: either('level'),
  };
}

/** Converts a selection to the search language. */
export function toFilter(selection: Selection, pattern = ''): string {
  const words = phrases(pattern).map((phrase) => `message:${quoteText(phrase)}`);
  return [toSearch(selection), ...words].filter((part) => part !== '').join(' AND ');
}

/**
 * The phrases of a pattern: its words between placeholders. A word that touches one is left out, because only a part of it is known, and so
 * is what has neither letters nor digits, which the search language does not find.
 */
export function phrases(pattern: string): string[] {
  const runs: string[][] = [[]];
  for (const word of pattern.split(/\s+/u)) {
    if (word.includes('<*>')) runs.push([]);
    else runs.at(-1)?.push(word);
  }
  return runs.map((run) => run.join(' ').trim()).filter((phrase) => /[\p{L}\p{N}]/u.test(phrase));
}
