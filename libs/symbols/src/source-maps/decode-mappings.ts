import { NONE, type NumberColumn } from '../columns/number-column.js';
import { SymbolFileRefusal } from '../columns/refusal.js';

/** The targets of mappings; lines and columns count from 0, and NONE represents an absent source or name. */
export interface MappingColumns {
  /** Index of the first mapping of each generated line. */
  readonly lines: NumberColumn;
  readonly columns: NumberColumn;
  readonly sources: NumberColumn;
  readonly originalLines: NumberColumn;
  readonly originalColumns: NumberColumn;
  readonly names: NumberColumn;
}

/** The part of a generated file that a map describes. */
export interface Placement {
  readonly line: number;
  /** Added to the columns of the first line. */
  readonly column: number;
  /** The start of the next section, if there is one: mappings from there on belong to it. */
  readonly end: { readonly line: number; readonly column: number } | undefined;
  readonly sourceCount: number;
  readonly nameCount: number;
  /** Added to the indexes of sources and names. */
  readonly firstSource: number;
  readonly firstName: number;
}

/** Typed columns of this length take 320 MB while a map is read, and no map of 64 MiB that describes a program comes near. */
const MAX_MAPPINGS = 16_000_000;
const MAX_LINES = 10_000_000;
const COMMA = 44;
const SEMICOLON = 59;
const DIGITS = createDigits();

/**
 * Decodes the mappings of ECMA-426 straight into columns: as objects they would take ten times the memory.
 *
 * @throws SymbolFileRefusal if they are malformed or too many.
 */
export function decodeMappings(mappings: string, placement: Placement, into: MappingColumns): void {
  const { end } = placement;
  const fields = new FieldReader(mappings);
  let [source, originalLine, originalColumn, name] = [0, 0, 0, 0];
  let line = placement.line;
  let column = placement.column;
  beginLine(into, line);
  while (!fields.isAtEnd) {
    const character = fields.peek();
    if (character === SEMICOLON) {
      fields.skip();
      line += 1;
      column = 0;
      if (end && line > end.line) return;
      beginLine(into, line);
      continue;
    }
    if (character === COMMA) {
      fields.skip();
      continue;
    }
    column = within(column + fields.read(), Infinity);
    const isOutside = end !== undefined && line === end.line && column >= end.column;
    const hasSource = fields.hasMore;
    if (hasSource) {
      source = within(source + fields.read(), placement.sourceCount);
      originalLine = within(originalLine + fields.read(), Infinity);
      originalColumn = within(originalColumn + fields.read(), Infinity);
    }
    const hasName = hasSource && fields.hasMore;
    if (hasName) name = within(name + fields.read(), placement.nameCount);
    if (fields.hasMore) throw new SymbolFileRefusal('has a mapping with more than five fields');
    if (isOutside) continue;
    if (into.columns.length >= MAX_MAPPINGS) throw new SymbolFileRefusal('has more than 16 million mappings');
    into.columns.push(column);
    into.sources.push(hasSource ? placement.firstSource + source : NONE);
    into.originalLines.push(hasSource ? originalLine : NONE);
    into.originalColumns.push(hasSource ? originalColumn : NONE);
    into.names.push(hasName ? placement.firstName + name : NONE);
  }
}

function beginLine(into: MappingColumns, line: number): void {
  if (line >= MAX_LINES) throw new SymbolFileRefusal('has more than 10 million generated lines');
  while (into.lines.length <= line) into.lines.push(into.columns.length);
}

/** The largest line or column that is stored; larger ones would be taken for NONE. */
const MAX_POSITION = 0x7fff_ffff;

function within(value: number, count: number): number {
  if (value < 0 || value > MAX_POSITION) throw new SymbolFileRefusal('has a mapping to a position that cannot exist');
  if (value >= count) throw new SymbolFileRefusal('has a mapping to a source or name that it does not list');
  return value;
}

/** Reads numbers in base 64, least significant digits first; the lowest bit of a number is its sign. */
class FieldReader {
  #at = 0;

  constructor(private readonly text: string) {}

  get isAtEnd(): boolean {
    return this.#at >= this.text.length;
  }

  /** Whether the mapping has another field. */
  get hasMore(): boolean {
    const next = this.peek();
    return !this.isAtEnd && next !== COMMA && next !== SEMICOLON;
  }

  peek(): number {
    return this.text.charCodeAt(this.#at);
  }

  skip(): void {
    this.#at += 1;
  }

  read(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 32) {
      const digit = DIGITS[this.text.charCodeAt(this.#at++)] ?? 255;
      if (digit === 255 || factor > MAX_POSITION)
        throw new SymbolFileRefusal('has mappings that are cut off or not base 64');
      value += (digit & 31) * factor;
      if (value > 2 * MAX_POSITION + 1) throw new SymbolFileRefusal('has a mapping to a position that cannot exist');
      if (digit < 32) return value % 2 === 1 ? -((value - 1) / 2) : value / 2;
    }
  }
}

function createDigits(): Uint8Array {
  const digits = new Uint8Array(65_536).fill(255);
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  for (let value = 0; value < alphabet.length; value += 1) digits[alphabet.charCodeAt(value)] = value;
  return digits;
}
