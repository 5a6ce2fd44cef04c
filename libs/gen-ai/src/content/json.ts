export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value of a text that is JSON of an array or an object; any other text is itself. */
export function fromText(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** A text as it is, nothing as '', and anything else as JSON; '' for JSON that is nested too deeply to be written. */
export function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === undefined || value === null) return '';
  try {
    return JSON.stringify(value);
  } catch {
    return '';
  }
}

/** The own value of the first of `names` that an object has and that is not null. */
export function firstOf(object: JsonObject, names: readonly string[]): unknown {
  for (const name of names) {
    if (Object.hasOwn(object, name) && object[name] !== null && object[name] !== undefined) return object[name];
  }
  return undefined;
}

/** As `firstOf`, as a text. */
export const textOf = (object: JsonObject, names: readonly string[]): string => toText(firstOf(object, names));
