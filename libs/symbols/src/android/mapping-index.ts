import { ColumnFile } from '../columns/column-file.js';
import { NONE } from '../columns/number-column.js';
import type { MappingDetails } from './build-mapping.js';
import { compareNames } from './compare-names.js';
import type { MethodNotes } from './method-notes.js';

/** A member of a class in the mapping; see `MethodLine`. */
export interface MappedMember {
  readonly start: number | undefined;
  readonly end: number | undefined;
  readonly originalClass: string;
  readonly original: string;
  readonly parameters: string;
  readonly originalStart: number | undefined;
  readonly originalEnd: number | undefined;
  readonly notes: MethodNotes;
}

/** Finds classes and members by their obfuscated names. */
export class MappingTable {
  private constructor(private readonly file: ColumnFile<MappingDetails>) {}

  static open(bytes: Uint8Array): MappingTable {
    return new MappingTable(ColumnFile.open(bytes));
  }

  get size(): number {
    return this.file.size;
  }

  /** The number of a class, or undefined if the mapping does not have it. */
  findClass(obfuscated: string): number | undefined {
    const classes = this.file.numbers('classes');
    const found = search(0, classes.length, obfuscated, (index) => this.#text(classes[index]));
    return found < classes.length && this.#text(classes[found]) === obfuscated ? found : undefined;
  }

  originalName(mappedClass: number): string {
    return this.#text(this.file.numbers('originals')[mappedClass]);
  }

  /** The file that R8 names for a class with this original name. */
  sourceFile(original: string): string | undefined {
    const withFile = this.file.numbers('withFile');
    const nameAt = (index: number): string => this.originalName(withFile[index] ?? NONE);
    const found = search(0, withFile.length, original, nameAt);
    if (found >= withFile.length || nameAt(found) !== original) return undefined;
    return this.#text(this.file.numbers('files')[withFile[found] ?? NONE]);
  }

  /** The members with an obfuscated name, in the order of the mapping. */
  members(mappedClass: number, obfuscated: string): MappedMember[] {
    const names = this.file.numbers('name');
    const end = this.file.numbers('endMembers')[mappedClass] ?? 0;
    const found: MappedMember[] = [];
    const first = this.file.numbers('firstMembers')[mappedClass] ?? 0;
    let at = search(first, end, obfuscated, (index) => this.#text(names[index]));
    for (; at < end && this.#text(names[at]) === obfuscated && found.length < MAX_MEMBERS; at += 1)
      found.push(this.#member(at, mappedClass));
    return found;
  }

  #member(at: number, mappedClass: number): MappedMember {
    const number = (column: string): number | undefined => {
      const value = this.file.numbers(column)[at] ?? NONE;
      return value === NONE ? undefined : value;
    };
    const [originalClass, notes] = [number('originalClass'), number('notes')];
    return {
      start: number('start'),
      end: number('end'),
      originalClass: originalClass === undefined ? this.originalName(mappedClass) : this.#text(originalClass),
      original: this.#text(number('original')),
      parameters: this.#text(number('parameters')),
      originalStart: number('originalStart'),
      originalEnd: number('originalEnd'),
      notes: notes === undefined ? {} : (JSON.parse(this.#text(notes)) as MethodNotes),
    };
  }

  #text(index: number | undefined): string {
    return this.file.text('text', index ?? NONE);
  }
}

/** Maximum number of members with one name in one class; a mapping with more would be crafted to be slow. */
const MAX_MEMBERS = 50_000;

/** The first index whose name is not before the wanted one. */
function search(from: number, to: number, wanted: string, nameAt: (index: number) => string): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareNames(nameAt(middle), wanted) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
