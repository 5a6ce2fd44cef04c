import type { SavedSearchesUpdateRequest } from '@svc/contract';
import type { SavedSearch } from '@svc/relational';
import { ServiceError, invalidField, notFound, versionConflict } from '@svc/service-error';
import type { SavedSearchChanges, Viewer } from './saved-searches.repository.js';

/**
 * The reason why a change was refused, by what the viewer currently sees of the search: nothing (unknown, foreign and
 * hidden are the same 404), another user's shared search, or the viewer's own in another version.
 */
export function refusal(search: SavedSearch | null, { principalId }: Viewer): ServiceError {
  if (!search) return notFound();
  if (search.createdBy !== principalId)
    return new ServiceError('permission_denied', { message: 'Only the owner may change or delete a saved search.' });
  return versionConflict(search.version);
}

/** The changes of an update: absent fields keep their values. */
export function toChanges(request: SavedSearchesUpdateRequest): SavedSearchChanges {
  const { name, signal, query, isShared, version, expectedVersion } = request;
  if (version !== undefined && version !== expectedVersion)
    throw invalidField('version', 'must equal expected_version');
  if ([name, signal, query, isShared].every((field) => field === undefined))
    throw new ServiceError('invalid_request', { message: 'Nothing to change: send name, signal, query or is_shared.' });
  return { name, signal, isShared, query: query && checkedQuery(query) };
}

/** The document of a search is opaque to us, but limited in size. */
export function checkedQuery<Query extends object>(query: Query): Query {
  if (Buffer.byteLength(JSON.stringify(query)) > MAX_QUERY_BYTES)
    throw invalidField('query', `must be at most ${MAX_QUERY_BYTES} bytes of JSON`);
  return query;
}

const MAX_QUERY_BYTES = 65_536;
