export { createKeyRing, generateKey, KEY_RING, type KeyRing } from './key-ring.js';
