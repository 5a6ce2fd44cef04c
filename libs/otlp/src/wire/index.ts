export { AttributeList } from './attribute-list.js';
export { BackWriter } from './back-writer.js';
export { Budget } from './budget.js';
export { CONTEXT_IDS, CONTEXT_NAMES } from './log-context.js';
export { pushRange } from './fields.js';
export { toInstant } from './instant.js';
export { isJsonObject, toAnyValue, toJsonText, type Json, type JsonAttribute, type JsonObject } from './json-value.js';
export { parseJson } from './parse-json.js';
export { Ranges } from './ranges.js';
export { BYTES, fieldSet, FIXED32, FIXED64, toTag, VARINT, WireReader } from './reader.js';
export type {
  PartedTranslation,
  TranslatedPart,
  Translation,
  TranslationFindings,
  TranslationLimits,
} from './translation.js';
export { closeMessage, writeAttribute, writeText, type WireText } from './write.js';
