import { writeColumns } from '../columns/column-file.js';
import { NONE, NumberColumn } from '../columns/number-column.js';
import { SymbolFileRefusal } from '../columns/refusal.js';
import { TextTable } from '../columns/text-table.js';
import { compareNames } from './compare-names.js';
import { parseMappingLine, type ClassLine, type CommentLine, type MethodLine } from './mapping-line.js';
import { addNote, type MethodNotes } from './method-notes.js';

/** Statistics of a mapping. */
export interface MappingDetails {
  readonly classes: number;
  readonly methods: number;
  /** ProGuard or R8, with its version; '' if the mapping does not say. */
  readonly compiler: string;
  /** The ID that R8 gave it; '' without. */
  readonly map_id: string;
  /** Lines that are not of the format. */
  readonly unknown_lines: number;
}

export interface BuiltMapping {
  readonly details: MappingDetails;
  readonly file: Uint8Array;
}

const MAX_MEMBERS = 20_000_000;

/** Turns a mapping into columns. @throws SymbolFileRefusal */
export function buildMapping(lines: Iterable<string>): BuiltMapping {
  const builder = new MappingBuilder();
  for (const line of lines) builder.add(line);
  return builder.finish();
}

interface Member {
  readonly line: MethodLine;
  notes: MethodNotes;
}

interface MappedClass {
  readonly line: ClassLine;
  file: string;
  readonly members: Member[];
}

class MappingBuilder {
  readonly #texts = new TextTable();
  readonly #classes = new Map<
    string,
    { originalName: string; original: number; file: number; first: number; end: number }
  >();
  readonly #members = {
    name: new NumberColumn(),
    start: new NumberColumn(),
    end: new NumberColumn(),
    originalClass: new NumberColumn(),
    original: new NumberColumn(),
    parameters: new NumberColumn(),
    originalStart: new NumberColumn(),
    originalEnd: new NumberColumn(),
    notes: new NumberColumn(),
  };
  readonly #header = { compiler: '', version: '', map_id: '' };
  #unknown = 0;
  #open: MappedClass | undefined;

  add(text: string): void {
    const line = parseMappingLine(text);
    if (!line) this.#unknown += 1;
    else if (line.kind === 'class') this.#begin(line);
    else if (line.kind === 'method') this.#open?.members.push({ line, notes: {} });
    else if (line.kind === 'comment') this.#comment(line);
  }

  finish(): BuiltMapping {
    this.#close();
    if (this.#classes.size === 0) throw new SymbolFileRefusal('has no classes; it is not a mapping of ProGuard or R8');
    const { compiler, version, map_id } = this.#header;
    const details: MappingDetails = {
      classes: this.#classes.size,
      methods: this.#members.name.length,
      compiler: `${compiler} ${version}`.trim(),
      map_id,
      unknown_lines: this.#unknown,
    };
    // Sorted by the order of their bytes, which is how they are looked up.
    const classes = [...this.#classes].map(([name, found]) => ({ name: Buffer.from(name), ...found }));
    classes.sort((a, b) => Buffer.compare(a.name, b.name));
    const column = (values: readonly number[]) => Uint32Array.from(values);
    const members = Object.entries(this.#members).map(([name, { values }]: [string, NumberColumn]) => [name, values]);
    const withFile = [...classes.keys()].filter((index) => classes[index]?.file !== NONE);
    const originalName = (index: number) => classes[index]?.originalName ?? '';
    const file = writeColumns(details, {
      /** Classes with a file, sorted by their original names. */
      withFile: column(withFile.sort((a, b) => compareNames(originalName(a), originalName(b)))),
      classes: column(classes.map(({ name }) => this.#texts.add(name.toString()))),
      originals: column(classes.map(({ original }) => original)),
      files: column(classes.map((found) => found.file)),
      firstMembers: column(classes.map(({ first }) => first)),
      endMembers: column(classes.map(({ end }) => end)),
      ...(Object.fromEntries(members) as Record<string, Uint32Array>),
      ...this.#texts.toColumns('text'),
    });
    return { details, file };
  }

  #begin(line: ClassLine): void {
    this.#close();
    this.#open = { line, file: '', members: [] };
  }

  #comment({ key, value, json }: CommentLine): void {
    if (key === 'compiler') this.#header.compiler = value.slice(0, 100);
    if (key === 'compiler_version') this.#header.version = value.slice(0, 100);
    if (key === 'pg_map_id') this.#header.map_id = value.slice(0, 100);
    if (!json || !this.#open) return;
    const { members } = this.#open;
    const last = members.at(-1);
    if (json.id === 'sourceFile' && typeof json.fileName === 'string') this.#open.file = json.fileName;
    else if (last) last.notes = addNote(last.notes, json);
  }

  /** Members of one name stay in their order, which says which calls were inlined into which. */
  #close(): void {
    if (!this.#open) return;
    const { line, file, members } = this.#open;
    this.#open = undefined;
    const first = this.#members.name.length;
    if (first + members.length > MAX_MEMBERS) throw new SymbolFileRefusal('has more than 20 million members');
    for (const [, ofName] of [...Map.groupBy(members, (member) => member.line.obfuscated)].sort(byName))
      for (const member of ofName) this.#push(member);
    this.#classes.set(line.obfuscated, {
      originalName: line.original,
      original: this.#texts.add(line.original),
      file: file === '' ? NONE : this.#texts.add(file),
      first,
      end: this.#members.name.length,
    });
  }

  #push({ line, notes }: Member): void {
    const into = this.#members;
    into.name.push(this.#texts.add(line.obfuscated));
    into.start.push(line.range?.start ?? NONE);
    into.end.push(line.range?.end ?? NONE);
    into.originalClass.push(line.originalClass === undefined ? NONE : this.#texts.add(line.originalClass));
    into.original.push(this.#texts.add(line.original));
    into.parameters.push(this.#texts.add(line.parameters));
    into.originalStart.push(line.originalRange?.start ?? NONE);
    into.originalEnd.push(line.originalRange?.end ?? NONE);
    into.notes.push(Object.keys(notes).length === 0 ? NONE : this.#texts.add(JSON.stringify(notes)));
  }
}

function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return compareNames(a, b);
}
