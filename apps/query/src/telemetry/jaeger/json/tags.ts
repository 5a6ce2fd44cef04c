import type { JsonObject, JsonValue } from '@bufbuild/protobuf';
import { typedAttributes, typeLetters } from '@svc/reading/attributes';

/** A key and a value as in version 1 of the interface. */
export interface Tag {
  readonly key: string;
  readonly type: 'string' | 'bool' | 'int64' | 'float64';
  readonly value: string | number | boolean;
}

/** The tags of attributes as they are stored. */
export function toTags(texts: Readonly<Record<string, string>>, types: string): Tag[] {
  const letters = typeLetters(types);
  return Object.entries(typedAttributes(texts, types)).map(([key, value]) => toTag(key, value, letters.get(key)));
}

/** The tags of attributes whose types are those of their values. */
export function toTagsOfValues(attributes: JsonObject): Tag[] {
  return Object.entries(attributes).map(([key, value]) => toTag(key, value));
}

export const textTag = (key: string, value: string): Tag => ({ key, type: 'string', value });

function toTag(key: string, value: JsonValue, letter = ''): Tag {
  if (typeof value === 'boolean') return { key, type: 'bool', value };
  if (typeof value === 'number')
    return { key, type: letter !== 'd' && Number.isInteger(value) ? 'int64' : 'float64', value };
  // An integer that a double would change stays its digits, as in Jaeger.
  if (typeof value === 'string')
    return { key, type: letter === 'i' && /^-?\d+$/.test(value) ? 'int64' : 'string', value };
  return textTag(key, value === null ? '' : JSON.stringify(value));
}
