import { SymbolFileRefusal } from '../columns/refusal.js';

/** A source map whose parts have the right types. */
export interface SourceMap {
  readonly debugId: string;
  readonly sections: readonly MapSection[];
}

/** A map within an index map; a plain map is one section. */
export interface MapSection {
  /** Position of the section in the generated file; counted from 0. */
  readonly line: number;
  readonly column: number;
  readonly mappings: string;
  readonly sources: readonly string[];
  readonly contents: readonly (string | undefined)[];
  readonly names: readonly string[];
  /** Indexes of sources that are not the application's own. */
  readonly ignored: ReadonlySet<number>;
}

const MAX_DEPTH = 4;
const MAX_SECTIONS = 100_000;
const DEBUG_ID = /^[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}$/i;
/** Some servers put it before JSON, so that a page cannot load it as a script. */
const GUARD = /^\)\]\}'[^\n]*\n/;

/** @throws SymbolFileRefusal if the text is not a source map (ECMA-426). */
export function parseSourceMap(text: string): SourceMap {
  let json: unknown;
  try {
    json = JSON.parse(text.replace(GUARD, ''));
  } catch {
    throw new SymbolFileRefusal('is not JSON; a source map is, and a file that was cut off is not');
  }
  const map = toObject(json, 'the map');
  const sections: MapSection[] = [];
  collect(map, { line: 0, column: 0 }, 0, sections);
  return { debugId: readDebugId(map), sections };
}

function collect(
  map: Readonly<Record<string, unknown>>,
  offset: { line: number; column: number },
  depth: number,
  into: MapSection[],
): void {
  if (map.version !== 3) throw new SymbolFileRefusal('has another version than 3');
  if (map.sections === undefined) return void into.push({ ...offset, ...readSection(map) });
  if (depth >= MAX_DEPTH) throw new SymbolFileRefusal('has sections within sections within sections');
  for (const item of toArray(map.sections, 'sections')) {
    if (into.length >= MAX_SECTIONS) throw new SymbolFileRefusal('has too many sections');
    const section = toObject(item, 'a section');
    if (section.url !== undefined) throw new SymbolFileRefusal('has a section that refers to another file');
    const { line, column } = toObject(section.offset, 'the offset of a section');
    const inner = toObject(section.map, 'the map of a section');
    const at = { line: offset.line + toPosition(line), column: toPosition(column) };
    if (toPosition(line) === 0) at.column += offset.column;
    const last = into.at(-1);
    if (last && (at.line < last.line || (at.line === last.line && at.column < last.column)))
      throw new SymbolFileRefusal('has sections that are not in order');
    collect(inner, at, depth + 1, into);
  }
}

function readSection(map: Readonly<Record<string, unknown>>): Omit<MapSection, 'line' | 'column'> {
  if (typeof map.mappings !== 'string') throw new SymbolFileRefusal('has no mappings');
  const root = typeof map.sourceRoot === 'string' ? map.sourceRoot.replace(/\/*$/, '/') : '';
  const sources = toArray(map.sources, 'sources').map((source) => toSource(source, root));
  const contents = toArray(map.sourcesContent ?? [], 'sourcesContent').map((content) =>
    typeof content === 'string' ? content : undefined,
  );
  const names = toArray(map.names ?? [], 'names').map(toText);
  const ignored = map.ignoreList ?? map.x_google_ignoreList ?? [];
  return {
    mappings: map.mappings,
    sources,
    contents,
    names,
    ignored: new Set(toArray(ignored, 'ignoreList').filter((index) => typeof index === 'number')),
  };
}

function readDebugId({ debugId, debug_id }: Readonly<Record<string, unknown>>): string {
  const id = debugId ?? debug_id;
  if (typeof id !== 'string' || !DEBUG_ID.test(id)) return '';
  return toUuid(id);
}

/** Lower case with hyphens. */
export function toUuid(id: string): string {
  return id
    .replaceAll('-', '')
    .toLowerCase()
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

function toSource(source: unknown, root: string): string {
  if (typeof source !== 'string') return '';
  // Bundlers prefix paths of the application with their own name.
  const path = source.replace(/^webpack:\/\/[^/]*\//, '').replace(/^\.\//, '');
  return root === '/' || /^[a-z]+:/i.test(path) || path.startsWith('/') ? path : root + path;
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function toPosition(value: unknown): number {
  if (Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 0x7fff_ffff) return value as number;
  throw new SymbolFileRefusal('has a section at a position that cannot exist');
}

function toObject(value: unknown, what: string): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new SymbolFileRefusal(`is not a source map: ${what} is no object`);
}

function toArray(value: unknown, what: string): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new SymbolFileRefusal(`is not a source map: ${what} is no array`);
}
