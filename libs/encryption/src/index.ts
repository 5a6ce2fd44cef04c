export { openFor, sealFor } from './bound-secret.js';
export { createDataKey, openDataKey } from './data-key.js';
export { createKeyRing, generateKey, KEY_RING, SEAL_BYTES, type KeyRing } from './key-ring.js';
