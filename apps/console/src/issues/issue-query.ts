import type { Input } from '../api/call.js';
import type { ScopeQuery } from '../scope/scope.js';
import type { IssuesState } from './fields.js';

const PAGE_SIZE = 100;

/** The request for the issues that have events in the time range and match the filters. */
export function toIssuesInput(scope: ScopeQuery, state: Omit<IssuesState, 'open'>): Input<'GET /issues'> {
  const { q, status, service, release, assignee, sort } = state;
  return {
    query: {
      ...scope,
      ...(q !== '' && { q }),
      ...(status.length > 0 && { status }),
      ...(service.length > 0 && { service }),
      ...(release.length > 0 && { release }),
      ...(assignee !== undefined && { assignee }),
      sort,
      limit: PAGE_SIZE,
    },
  };
}
