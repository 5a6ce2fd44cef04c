export { isSensitiveName, redactLeaf, redactText, type JsonValue } from './redact.js';
export { classOfKey, type KeyClass } from './key.js';
export { REDACTED } from './spans.js';
