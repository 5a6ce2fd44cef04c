/** Errors as rows, for packages that find them in something else than OTLP. */
export { claimsFor } from './claims.js';
export type { ErrorClaims, ErrorRow, ErrorSource } from './error-row.js';
export { ErrorTable } from './error-table.js';
export { readFingerprint, toDebugIds } from './exception-fields.js';
export { EVENT_ERROR_SEED, hashRequest, PLACES, recordIdDigits } from '../record-id.js';
export { Hasher } from '../hash.js';
