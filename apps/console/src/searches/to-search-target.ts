import type { SavedSearch } from '../gen/api.js';
import type { Target } from '../links/targets.js';
import { fromSavedQuery } from '../search/saved-query.js';

/** The page that shows what a search finds; undefined for a signal that the console does not know. */
export function toSearchTarget({ signal, query = {} }: Pick<SavedSearch, 'signal' | 'query'>): Target | undefined {
  const { state, env } = fromSavedQuery(query);
  const { q, level, service } = state;
  const search = { ...(q !== '' && { q }), ...(service.length > 0 && { service }), ...(env.length > 0 && { env }) };
  switch (signal) {
    case 'logs':
      return { to: 'logs', search: { ...search, ...(level.length > 0 && { level }) } };
    case 'traces':
      return { to: 'traces', search };
    case 'errors':
      return { to: 'issues', search: { ...search, status: 'all' } };
    case 'metrics':
      return { to: 'metrics', search: { ...(q !== '' && { find: q }) } };
    default:
      return undefined;
  }
}
