import type { Route } from '../../api/call.js';

/** The operations whose answers change with a flag. */
export const FLAG_READS: readonly Route[] = [
  'GET /flags',
  'GET /flags/{flag_key}',
  'GET /changes',
  'GET /account/audit-log',
  'POST /flags/preview',
  'POST /decide',
];
