export { fingerprint, type FingerprintedRequest } from './fingerprint.js';
export {
  createIdempotency,
  type Idempotency,
  type IdempotencyOptions,
  type IdempotentRequest,
  type JsonObject,
  type Outcome,
  type Work,
} from './idempotency.js';
export { idempotencyKey } from './key.js';
export { rewriteResponses } from './rewrite-responses.js';
