export { BackWriter } from './back-writer.js';
export { CONTEXT_IDS, CONTEXT_NAMES } from './log-context.js';
export { pushRange } from './fields.js';
export { parseJson } from './parse-json.js';
export { Ranges } from './ranges.js';
export { BYTES, fieldSet, FIXED32, FIXED64, toTag, VARINT, WireReader } from './reader.js';
export type { Translation, TranslationLimits } from './translation.js';
export { closeMessage, writeAttribute, writeText, type WireText } from './write.js';
