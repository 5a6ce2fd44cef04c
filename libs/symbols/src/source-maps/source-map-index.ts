import type { SourceContext } from '@svc/stacks';
import { ColumnFile } from '../columns/column-file.js';
import { NONE, findLast } from '../columns/number-column.js';
import type { SourceMapDetails } from './build-source-map.js';
import { findEnclosingFunction } from './enclosing-function.js';

/** A position in generated code. */
export interface GeneratedPosition {
  /** Counted from 1. */
  readonly line: number;
  /** Counted from 1. */
  readonly column: number;
  /** Whether the name of the function around the position is wanted, which takes longer. */
  readonly wantsFunction?: boolean;
}

/** A position in the original source. */
export interface OriginalPosition {
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  /** Counted from 1. */
  readonly column: number;
  /** Name that the code at the position had: of the function that is called there, for a call. */
  readonly name: string | undefined;
  /** Name of the function whose code is at the position, if that was asked for and the map has the source. */
  readonly enclosing?: string;
  readonly isIgnored: boolean;
  readonly context: SourceContext | undefined;
}

/** A longer source is that of a bundle. */
const MAX_SCANNED_BYTES = 512 * 1024;
const CONTEXT_LINES = 5;
const MAX_LINE_CHARACTERS = 300;
/** More bytes than 300 characters can have, also where a character is cut in two. */
const MAX_LINE_BYTES = 4 * MAX_LINE_CHARACTERS + 4;

/** Answers where code of a generated file came from. */
export class SourceMapIndex {
  private constructor(private readonly file: ColumnFile<SourceMapDetails>) {}

  static open(bytes: Uint8Array): SourceMapIndex {
    return new SourceMapIndex(ColumnFile.open(bytes));
  }

  get size(): number {
    return this.file.size;
  }

  find({ line, column, wantsFunction = false }: GeneratedPosition): OriginalPosition | undefined {
    const lines = this.file.numbers('lines');
    const [from, to] = [lines[line - 1], lines[line]];
    if (from === undefined || to === undefined) return undefined;
    const columns = this.file.numbers('columns');
    let index = findLast(columns, column - 1, from, to);
    if (index < 0) return undefined;
    while (index > from && columns[index - 1] === columns[index]) index -= 1;
    const source = this.file.numbers('sources')[index] ?? NONE;
    if (source === NONE) return undefined;
    const name = this.file.numbers('names')[index] ?? NONE;
    const originalLine = this.file.numbers('originalLines')[index] ?? 0;
    const originalColumn = this.file.numbers('originalColumns')[index] ?? 0;
    const enclosing = wantsFunction ? this.#enclosingFunction(source, originalLine, originalColumn) : undefined;
    return {
      file: this.file.text('path', source),
      line: originalLine + 1,
      column: originalColumn + 1,
      name: name === NONE ? undefined : this.file.text('name', name),
      ...(enclosing !== undefined && { enclosing }),
      isIgnored: this.file.numbers('ignored')[source] === 1,
      context: this.#context(source, originalLine),
    };
  }

  #context(source: number, line: number): SourceContext | undefined {
    const content = this.file.numbers('contents')[source] ?? NONE;
    if (content === NONE) return undefined;
    const firstLines = this.file.numbers('firstLines');
    const [first = 0, end = 0] = [firstLines[content], firstLines[content + 1]];
    if (first + line >= end) return undefined;
    const read = (from: number, to: number): string[] => {
      const lines: string[] = [];
      for (let at = Math.max(0, from); at < Math.min(to, end - first); at += 1)
        lines.push(this.#line(content, first + at, first + at + 1 === end));
      return lines;
    };
    const [text = ''] = read(line, line + 1);
    return {
      before: read(line - CONTEXT_LINES, line),
      line: text,
      after: read(line + 1, line + 1 + CONTEXT_LINES),
    };
  }

  #enclosingFunction(source: number, line: number, column: number): string | undefined {
    const content = this.file.numbers('contents')[source] ?? NONE;
    if (content === NONE) return undefined;
    const firstLines = this.file.numbers('firstLines');
    const [first = 0, end = 0] = [firstLines[content], firstLines[content + 1]];
    if (first + line >= end) return undefined;
    const ends = this.file.numbers('content.ends');
    const begin = content === 0 ? 0 : (ends[content - 1] ?? 0);
    const lineStart = this.file.numbers('lineStarts')[first + line] ?? 0;
    const bytes = this.file.raw('content').subarray(begin, begin + Math.min(lineStart, MAX_SCANNED_BYTES));
    if (bytes.length < lineStart) return undefined;
    const before = decode(bytes);
    const ofLine = this.#line(content, first + line, first + line + 1 === end);
    return findEnclosingFunction(before + ofLine, before.length + Math.min(column, ofLine.length));
  }

  #line(content: number, index: number, isLast: boolean): string {
    const starts = this.file.numbers('lineStarts');
    const ends = this.file.numbers('content.ends');
    const begin = content === 0 ? 0 : (ends[content - 1] ?? 0);
    const from = begin + (starts[index] ?? 0);
    const to = isLast ? (ends[content] ?? from) : begin + (starts[index + 1] ?? 0);
    const bytes = this.file.raw('content').subarray(from, Math.min(to, from + MAX_LINE_BYTES));
    return decode(bytes)
      .replace(/\r?\n$/, '')
      .slice(0, MAX_LINE_CHARACTERS);
  }
}

function decode(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString();
}
