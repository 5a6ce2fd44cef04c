/** A decoded AnyValue as protobufjs gives it: at most one field. */
export interface DecodedValue {
  readonly stringValue?: string;
  readonly boolValue?: boolean;
  readonly intValue?: string;
  readonly doubleValue?: number;
  readonly arrayValue?: { readonly values?: readonly DecodedValue[] };
  readonly kvlistValue?: { readonly values?: readonly DecodedPair[] };
  readonly bytesValue?: Buffer;
}
export interface DecodedPair {
  readonly key?: string;
  readonly value?: DecodedValue;
}

/** The stored text of a value, in a slow and simple implementation. */
export function referenceText(value: DecodedValue = {}): string {
  if (value.stringValue !== undefined) return value.stringValue;
  if (value.bytesValue !== undefined) return value.bytesValue.toString('base64');
  if (value.doubleValue !== undefined && !Number.isFinite(value.doubleValue)) return String(value.doubleValue);
  return isEmpty(value) ? '' : referenceJson(value);
}

/** Attributes as the engine returns a map: [keys, values]. */
export function referenceMap(pairs: readonly DecodedPair[] = []): [string[], string[]] {
  return [pairs.map(({ key }) => key ?? ''), pairs.map(({ value }) => referenceText(value))];
}

/** The types of the attributes that are not strings, as the encoder writes them. */
export function referenceTypes(pairs: readonly DecodedPair[] = []): string {
  const lines = pairs.map(({ key = '', value }) => [letter(value), key] as const);
  return lines.map(([type, key]) => (type === '' || key.includes('\n') ? '' : `${type}${key}\n`)).join('');
}

function letter(value: DecodedValue = {}): string {
  if (isEmpty(value)) return 'n';
  if (value.boolValue !== undefined) return 'b';
  if (value.intValue !== undefined) return 'i';
  if (value.doubleValue !== undefined) return 'd';
  return value.arrayValue || value.kvlistValue ? 'j' : '';
}

function referenceJson(value: DecodedValue): string {
  if (value.stringValue !== undefined) return quoted(value.stringValue);
  if (value.bytesValue !== undefined) return quoted(value.bytesValue.toString('base64'));
  if (value.boolValue !== undefined) return String(value.boolValue);
  if (value.intValue !== undefined) return value.intValue;
  if (value.doubleValue !== undefined) {
    return Number.isFinite(value.doubleValue) ? JSON.stringify(value.doubleValue) : quoted(String(value.doubleValue));
  }
  if (value.arrayValue) return `[${(value.arrayValue.values ?? []).map(referenceJson).join(',')}]`;
  if (value.kvlistValue) {
    const members = (value.kvlistValue.values ?? []).map((pair) => {
      return `${quoted(pair.key ?? '')}:${referenceJson(pair.value ?? {})}`;
    });
    return `{${members.join(',')}}`;
  }
  return 'null';
}

/** Quotes like the encoder: only the characters that JSON requires are escaped, control characters as \u00xx. */
function quoted(text: string): string {
  const escaped = [...text].map((character) => {
    if (character === '"' || character === '\\') return `\\${character}`;
    return character < ' ' ? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}` : character;
  });
  return `"${escaped.join('')}"`;
}

function isEmpty(value: DecodedValue): boolean {
  return Object.values(value).every((content) => content === undefined);
}
