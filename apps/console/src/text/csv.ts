/**
 * Characters that a spreadsheet takes for the beginning of a formula, also after characters that cannot be seen: `=`, `+`, `-`, `@`, a
 * tab, a carriage return, and the full-width forms.
 */
const FORMULA = /^[\s\p{Cc}\p{Cf}\p{Z}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\p{Cf}\p{Z}]*[\t\r]/u;

export type CsvCell = string | number | bigint | boolean | null | undefined;

/** The CSV of a table, as RFC 4180 and the exports of the service write it: a header, lines that end with CRLF, no formulas. */
export function toCsv(header: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  return [header, ...rows].map((row) => `${row.map(toCell).join(',')}\r\n`).join('');
}

/** A text with an apostrophe in front if a spreadsheet would run it; numbers are unchanged. */
export function toCell(value: CsvCell): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
