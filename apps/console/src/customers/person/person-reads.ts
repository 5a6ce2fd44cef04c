import type { Route } from '../../api/call.js';

/** The operations whose answers change with the IDs of a person. */
export const PERSON_READS: readonly Route[] = [
  'GET /persons',
  'GET /persons/{person_id}',
  'GET /persons/{person_id}/aliases',
  'GET /persons/{person_id}/stats',
  'GET /persons/{person_id}/timeline',
];
