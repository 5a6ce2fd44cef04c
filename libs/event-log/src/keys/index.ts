export { LogKeys, type CurrentLogKey, type HeldLogKey, type LogKeysOptions } from './log-keys.js';
export { LogErasures, type ErasureProgress, type StoredLogEnd } from './log-erasures.js';
