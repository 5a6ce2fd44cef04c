import { writeColumns } from '../columns/column-file.js';
import { NONE, NumberColumn } from '../columns/number-column.js';
import { TextTable } from '../columns/text-table.js';
import { decodeMappings, type MappingColumns } from './decode-mappings.js';
import { parseSourceMap, type MapSection } from './parse-source-map.js';
import { sortLines } from './sort-lines.js';

/** Statistics of a source map. */
export interface SourceMapDetails {
  readonly mappings: number;
  readonly sources: number;
  readonly sources_with_content: number;
  readonly names: number;
}

export interface BuiltSourceMap {
  readonly debugId: string;
  readonly details: SourceMapDetails;
  readonly file: Uint8Array;
}

/** Turns a source map into columns. @throws SymbolFileRefusal */
export function buildSourceMap(text: string): BuiltSourceMap {
  const { debugId, sections } = parseSourceMap(text);
  const mappings: MappingColumns = {
    lines: new NumberColumn(),
    columns: new NumberColumn(),
    sources: new NumberColumn(),
    originalLines: new NumberColumn(),
    originalColumns: new NumberColumn(),
    names: new NumberColumn(),
  };
  const sources = new SourceTable();
  const names = new TextTable();
  let firstName = 0;
  sections.forEach((section, index) => {
    const placement = {
      ...section,
      end: sections[index + 1],
      sourceCount: section.sources.length,
      nameCount: section.names.length,
      firstSource: sources.length,
      firstName,
    };
    decodeMappings(section.mappings, placement, mappings);
    sources.add(section);
    for (const name of section.names) names.append(name);
    firstName += section.names.length;
  });
  mappings.lines.push(mappings.columns.length);
  sortLines(mappings);
  const details: SourceMapDetails = {
    mappings: mappings.columns.length,
    sources: sources.length,
    sources_with_content: sources.withContent,
    names: names.length,
  };
  const columns = Object.fromEntries(
    Object.entries(mappings).map(([name, column]: [string, NumberColumn]) => [name, column.values]),
  );
  const file = writeColumns(details, { ...columns, ...sources.toColumns(), ...names.toColumns('name') });
  return { debugId, details, file };
}

/** Paths and contents of sources, and where each of their lines begins. */
class SourceTable {
  readonly #paths = new TextTable();
  readonly #contents = new TextTable();
  /** Index of the content of each source. */
  readonly #contentIndexes = new NumberColumn();
  readonly #ignored = new NumberColumn();
  /** Index in `#lineStarts` of the first line of each content, and of the end of the last one. */
  readonly #firstLines = new NumberColumn();
  /** Bytes from the beginning of the content. */
  readonly #lineStarts = new NumberColumn();
  withContent = 0;

  get length(): number {
    return this.#paths.length;
  }

  add({ sources, contents, ignored }: MapSection): void {
    sources.forEach((path, index) => {
      this.#paths.append(path);
      this.#ignored.push(ignored.has(index) ? 1 : 0);
      const content = contents[index];
      this.#contentIndexes.push(content === undefined ? NONE : this.#addContent(content));
    });
  }

  #addContent(content: string): number {
    this.withContent += 1;
    const known = this.#contents.length;
    const index = this.#contents.add(content);
    if (index < known) return index;
    this.#firstLines.push(this.#lineStarts.length);
    const bytes = Buffer.from(content);
    this.#lineStarts.push(0);
    for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) this.#lineStarts.push(at + 1);
    return index;
  }

  toColumns(): Record<string, Uint8Array | Uint32Array> {
    this.#firstLines.push(this.#lineStarts.length);
    return {
      ...this.#paths.toColumns('path'),
      ...this.#contents.toColumns('content'),
      contents: this.#contentIndexes.values,
      ignored: this.#ignored.values,
      firstLines: this.#firstLines.values,
      lineStarts: this.#lineStarts.values,
    };
  }
}
