export { mayBeSensitive } from './bytes.js';
export { isSensitiveName, redactLeaf, redactText, type JsonValue } from './redact.js';
export { classOfKey, isNumbered, type KeyClass } from './key.js';
export { REDACTED } from './spans.js';
