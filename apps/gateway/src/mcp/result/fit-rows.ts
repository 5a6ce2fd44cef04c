import type { JsonObject, JsonValue } from '@svc/contract';
import { EventLoopYielder } from '@svc/runtime';
import { estimateTokens } from './tokens.js';
import { abridge, cutText, escapeUntrusted } from './untrusted.js';

/** Texts are cut at this length while rows do not fit. */
const NARROW = 200;
/** No text of a row is longer, so that one record cannot fill a result. */
const WIDE = 4_000;
const YIELD_MS = 5;
/** Quotation marks, colon and comma of a member, and the bar of a cell. */
const CELL_TOKENS = 2;

/** Rows as a result shows them. */
export interface FittedRows {
  readonly rows: readonly JsonObject[];
  readonly lines: readonly string[];
  readonly tokens: number;
  /** Columns whose long texts were cut. */
  readonly cutColumns: readonly string[];
}

/**
 * The first rows that fit into a number of tokens, both as lines of text and as JSON. Long texts are cut before rows are left out: those
 * of the widest columns first. The work depends on the number of tokens, not on the size of the rows.
 */
export async function fitRows(rows: readonly JsonObject[], maxTokens: number): Promise<FittedRows> {
  const yielder = new EventLoopYielder(YIELD_MS);
  const read: JsonObject[] = [];
  const shown: JsonObject[] = [];
  let tokens = 0;
  for (const given of rows) {
    const row = escapeNames(given);
    const narrow = mapValues(row, narrowValue);
    const cost = sum(Object.entries(narrow).map(([name, value]) => costOf(name, value)));
    if (tokens + cost > maxTokens) break;
    tokens += cost;
    read.push(row);
    shown.push(narrow);
    if (yielder.isDue()) await yielder.yield();
  }
  // Each column that fits in full is shown in full, the narrowest first.
  const cutColumns: string[] = [];
  for (const column of longColumns(read)) {
    const wide = widen(column, read, maxTokens - tokens);
    const added =
      wide &&
      sum(wide.map((value, at) => costOf(column, value) - costOf(column, ownValue(shown[at] ?? {}, column) ?? '')));
    if (wide && added !== undefined && tokens + added <= maxTokens) {
      tokens += added;
      for (const [at, row] of shown.entries())
        if (Object.hasOwn(row, column)) shown[at] = { ...row, [column]: wide[at] ?? null };
    } else cutColumns.push(column);
    if (yielder.isDue()) await yielder.yield();
  }
  return { ...trim(shown, maxTokens), cutColumns };
}

/** Leaves out last rows until the rest fits: a table has a bar for each column of each row, and a header. */
function trim(rows: JsonObject[], maxTokens: number): Omit<FittedRows, 'cutColumns'> {
  for (;;) {
    const lines = formatRows(rows);
    const tokens = estimateTokens(lines.join('\n')) + estimateTokens(JSON.stringify(rows));
    if (tokens <= maxTokens || rows.length === 0) return { rows, lines, tokens };
    rows = rows.slice(0, Math.floor(rows.length * 0.9));
  }
}

/** The columns with values that were cut, by the length of their longest one. */
function longColumns(rows: readonly JsonObject[]): string[] {
  const widths = new Map<string, number>();
  for (const row of rows)
    for (const [name, value] of Object.entries(row))
      widths.set(name, Math.max(widths.get(name) ?? 0, roughLength(value)));
  return [...widths]
    .filter(([, width]) => width > NARROW)
    .sort(([, a], [, b]) => a - b)
    .map(([name]) => name);
}

/** The values of a column in full; undefined if they are obviously too long for the room that is left. */
function widen(column: string, rows: readonly JsonObject[], leftTokens: number): JsonValue[] | undefined {
  const characters = sum(rows.map((row) => Math.max(0, roughLength(ownValue(row, column) ?? null) - NARROW)));
  // A token has a few characters, and a result has each twice.
  if (characters > leftTokens * 4) return undefined;
  return rows.map((row) => abridge(ownValue(row, column) ?? null, WIDE));
}

/** The length of a value as text, at most a little more than the longest that is shown. */
function roughLength(value: JsonValue, limit = WIDE): number {
  if (typeof value === 'string') return Math.min(value.length, limit);
  if (typeof value !== 'object' || value === null) return 8;
  let length = 2;
  for (const [name, item] of Object.entries(value)) {
    length += name.length + roughLength(item, limit - length) + 4;
    if (length > limit) break;
  }
  return length;
}

function narrowValue(value: JsonValue): JsonValue {
  const abridged = abridge(value, NARROW);
  if (typeof abridged !== 'object' || abridged === null) return abridged;
  const text = JSON.stringify(abridged);
  return text.length > NARROW ? cutText(text, NARROW) : abridged;
}

/** The tokens of a value, which a result has as JSON and as text. */
function costOf(name: string, value: JsonValue): number {
  return estimateTokens(JSON.stringify([name, value])) + estimateTokens(toCell(value)) + CELL_TOKENS;
}

/** One record as a list of its fields, several as a table. */
function formatRows(rows: readonly JsonObject[]): string[] {
  const [first] = rows;
  if (!first) return [];
  if (rows.length === 1) return Object.entries(first).map(([name, value]) => `${toCell(name)}: ${toCell(value)}`);
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const header = columns.map(toCell).join(' | ');
  return [header, ...rows.map((row) => columns.map((column) => toCell(ownValue(row, column) ?? '')).join(' | '))];
}

/** A row without a column named `constructor` has no such value, although every object has such a property. */
function ownValue(row: JsonObject, column: string): JsonValue | undefined {
  return Object.hasOwn(row, column) ? row[column] : undefined;
}

function toCell(value: JsonValue): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.replaceAll('\n', '\\n').replaceAll('\t', ' ').replaceAll('|', '\\|');
}

/** Names of fields may be those of others, too: labels and attributes, for example. */
function escapeNames(row: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [escapeUntrusted(cutText(name, NARROW)), value]),
  );
}

function mapValues(row: JsonObject, map: (value: JsonValue) => JsonValue): JsonObject {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, map(value)]));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
