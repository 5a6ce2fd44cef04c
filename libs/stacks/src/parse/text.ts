import { MAX_LINE, MAX_LINES, MAX_TEXT } from '../limits.js';

/** The lines of the part of a text that is considered. */
export function readLines(text: string): string[] {
  const considered = text.length > MAX_TEXT ? text.slice(0, MAX_TEXT) : text;
  const lines = considered.split('\n', MAX_LINES);
  return lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
}

export function isLong(line: string): boolean {
  return line.length > MAX_LINE;
}

export function indentation(line: string): number {
  let at = 0;
  while (at < line.length && (line[at] === ' ' || line[at] === '\t')) at++;
  return at;
}

/** Reads the decimal digits before `end` and returns where they begin. */
export function digitsBefore(text: string, end: number): number {
  let at = end;
  while (at > 0 && isDigit(text.charCodeAt(at - 1))) at--;
  return at;
}

export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** A positive number of at most nine digits. */
export function toNumber(digits: string): number | undefined {
  if (digits === '' || digits.length > 9) return undefined;
  const number = Number(digits);
  return Number.isInteger(number) && number > 0 ? number : undefined;
}

export interface Position {
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
}

/** Splits `file:line:column` or `file:line` from the right, because files contain colons too. */
export function splitPosition(text: string): Position {
  const last = digitsBefore(text, text.length);
  if (last === text.length || text[last - 1] !== ':') return { file: text };
  const before = digitsBefore(text, last - 1);
  const number = toNumber(text.slice(last));
  if (before === last - 1 || text[before - 1] !== ':')
    return { file: text.slice(0, last - 1), ...(number !== undefined && { line: number }) };
  const line = toNumber(text.slice(before, last - 1));
  return {
    file: text.slice(0, before - 1),
    ...(line !== undefined && { line }),
    ...(number !== undefined && { column: number }),
  };
}

const NAME = /^[\p{L}_$][\p{L}\p{N}_$.\\/@-]*$/u;

/** Splits `Type: message`; a line without a colon is a type if it can be one. */
export function splitHeader(line: string): { readonly type: string; readonly message: string } {
  const colon = headerColon(line);
  const type = colon < 0 ? line.trim() : line.slice(0, colon).trim();
  if (type.length > 300 || !NAME.test(type)) return { type: '', message: line.trim() };
  return { type, message: colon < 0 ? '' : line.slice(colon + 1).trim() };
}

/** The colon that ends a type, not one of `::`. */
function headerColon(line: string): number {
  for (let at = line.indexOf(':'); at >= 0; at = line.indexOf(':', at + 1)) {
    if (line[at + 1] === ':') at++;
    else return at;
  }
  return -1;
}

/** Whether a line looks like `SomeError: message`, more certainly than `splitHeader` demands. */
export function isHeader(line: string): boolean {
  const { type } = splitHeader(line);
  return (
    type !== '' && (line.includes(':') || /(?:Error|Exception|Throwable|Fault|Warning|Exit|Interrupt)$/.test(type))
  );
}
