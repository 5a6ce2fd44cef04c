import { formatField, formatValue } from './terms.js';

/** A field with values, as operations such as `logs.fields` list them. */
export interface KnownField {
  readonly name: string;
  readonly count: number;
  readonly values: readonly { readonly value: string; readonly count: number }[];
}

export interface Suggestion {
  /** Text that replaces the part of the query from `start` to `end`. */
  readonly text: string;
  readonly label: string;
  /** Number of records, or a word about the suggestion. */
  readonly hint: string;
  readonly start: number;
  readonly end: number;
}

const MAX_SUGGESTIONS = 12;
/** The word before the cursor: an optional field with its colon, and the beginning of a word or of a quoted text. */
const BEFORE = /(?:(?<field>[A-Za-z_@$][\w@$./-]*):)?(?<start>"(?:[^"\\]|\\.)*|[^\s()":]*)$/;

/** Suggests what may follow at the cursor: fields, values of a field, or operators. */
export function suggest(query: string, cursor: number, fields: readonly KnownField[]): readonly Suggestion[] {
  const groups = BEFORE.exec(query.slice(0, cursor))?.groups;
  const typed = groups?.['start'] ?? '';
  const start = cursor - typed.length;
  const rest = /^[^\s()"]*/.exec(query.slice(cursor))?.[0] ?? '';
  const end = cursor + rest.length;
  const fieldName = groups?.['field'];
  const wanted = typed.replace(/^"/, '').toLowerCase();
  if (fieldName !== undefined) {
    const values = fields.find(({ name }) => name === fieldName)?.values ?? [];
    return values
      .filter(({ value }) => value.toLowerCase().includes(wanted))
      .slice(0, MAX_SUGGESTIONS)
      .map(({ value, count }) => ({
        text: `${formatValue(value)} `,
        label: value,
        hint: formatHint(count),
        start,
        end,
      }));
  }
  const operators = isAfterTerm(query.slice(0, start)) ? ['AND', 'OR', 'NOT'] : ['NOT'];
  return [
    ...fields
      .filter(({ name }) => name.toLowerCase().includes(wanted))
      .toSorted((a, b) => rank(a, wanted) - rank(b, wanted) || b.count - a.count)
      .map(({ name, count }) => ({ text: `${formatField(name)}:`, label: name, hint: formatHint(count), start, end })),
    ...operators
      .filter((operator) => operator.toLowerCase().startsWith(wanted))
      .map((operator) => ({ text: `${operator} `, label: operator, hint: 'operator', start, end })),
  ].slice(0, MAX_SUGGESTIONS);
}

/** The query with a suggestion in it, and the cursor behind the suggestion. */
export function complete(
  query: string,
  { text, start, end }: Suggestion,
): { readonly query: string; readonly cursor: number } {
  const after = query.slice(end);
  return {
    query: `${query.slice(0, start)}${text}${after.startsWith(' ') ? after.slice(1) : after}`,
    cursor: start + text.length,
  };
}

function rank({ name }: KnownField, wanted: string): number {
  return name.toLowerCase().startsWith(wanted) ? 0 : 1;
}

function isAfterTerm(before: string): boolean {
  const trimmed = before.trimEnd();
  return trimmed !== '' && !/(?:^|[\s(])(?:AND|OR|NOT)$|\($/.test(trimmed);
}

function formatHint(count: number): string {
  return count.toLocaleString('en-US');
}

/** The position that a refusal of a query names, counted from 0; undefined if it names none. */
export function faultPosition(message: string): number | undefined {
  const position = /at position (\d+)/.exec(message)?.[1];
  return position === undefined ? undefined : Number(position) - 1;
}
