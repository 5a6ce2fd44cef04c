/** The kind of value that a column holds, as described in docs/export-files.md. */
export type Kind = 'text' | 'time' | 'integer' | 'number' | 'boolean' | 'texts' | 'list' | 'integers' | 'json';
export type Format = 'csv' | 'json' | 'parquet';

/** A number that keeps its digits if it is whole, as the program that reads files prints it. */
const number = (source: string): unknown => {
  if (/^-?\d+$/.test(source)) return { n: source };
  const value = Number(source);
  if (Number.isNaN(value)) return { n: 'nan' };
  if (!Number.isFinite(value)) return { n: value > 0 ? 'inf' : '-inf' };
  return Number.isSafeInteger(value) ? { n: String(value) } : value;
};

type Reviver = (key: string, value: unknown, context: { readonly source: string }) => unknown;

/** JSON whose numbers keep their digits. */
export const parse = (text: string): unknown =>
  (JSON.parse as (text: string, reviver: Reviver) => unknown)(text, (_, value, { source }) =>
    typeof value === 'number' ? number(source) : value,
  );

/** The value of an answer or of a sent item, with numbers that keep their digits. */
export const exact = (value: unknown): unknown => (value === undefined ? undefined : parse(JSON.stringify(value)));

/** Integers that a double would change are texts of their digits in answers; files have them as integers. */
export function exactAttributes(value: unknown): unknown {
  if (typeof value === 'string' && /^-?\d{16,20}$/.test(value)) return { n: value };
  if (Array.isArray(value)) return value.map(exactAttributes);
  if (typeof value !== 'object' || value === null || 'n' in value) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, exactAttributes(member)]));
}

/** The time of an answer with all nine digits. */
export const nineDigits = (time: string): string =>
  time.replace(/(?:\.(\d+))?Z$/, (_, fraction: string | undefined) => `.${(fraction ?? '').padEnd(9, '0')}Z`);

/** Converts a value of a file to a form that is the same for all formats. */
export function toExact(kind: Kind, value: unknown, format: Format, expected: unknown): unknown {
  if (value === null || (format === 'csv' && value === '' && expected === null)) return null;
  const isText = typeof value === 'string';
  switch (kind) {
    case 'integer':
    case 'number':
      return isText ? number(value) : value;
    case 'boolean':
      return isText ? value === 'true' : value;
    case 'integers':
      return ((isText ? parse(value) : value) as unknown[]).map((each) =>
        typeof each === 'string' ? number(each) : each,
      );
    case 'list':
    case 'json':
      return isText ? parse(value) : value;
    case 'texts':
      return format === 'parquet' ? fromTexts(value, expected) : isText ? parse(value) : value;
    case 'text':
    case 'time':
      return value;
  }
}

/** Maps of Parquet have only texts: any other value is its JSON. */
function fromTexts(map: unknown, expected: unknown): unknown {
  const wanted = (expected ?? {}) as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(map as Record<string, string>).map(([key, text]) => [
      key,
      typeof wanted[key] === 'string' ? text : text === '' ? null : parse(text),
    ]),
  );
}
