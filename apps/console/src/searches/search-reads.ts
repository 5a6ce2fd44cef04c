import type { Route } from '../api/call.js';

/** The operations whose answers change with a saved search. */
export const SEARCH_READS: readonly Route[] = ['GET /search/saved', 'GET /search/saved/{search_id}'];
