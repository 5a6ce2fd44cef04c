import { writeColumns } from '../columns/column-file.js';
import { NONE, NumberColumn } from '../columns/number-column.js';
import { TextTable } from '../columns/text-table.js';
import { ATTRIBUTE } from './dwarf/constants.js';
import { readLineHeader } from './dwarf/line-header.js';
import { runLineProgram } from './dwarf/line-program.js';
import { FunctionNames } from './dwarf/names.js';
import type { AddressRange } from './dwarf/ranges.js';
import { readFunctions } from './dwarf/read-functions.js';
import { readUnitEntry, readUnits } from './dwarf/read-units.js';
import { DwarfSections } from './dwarf/sections.js';
import { toText, type Unit } from './dwarf/unit.js';
import { LineRows } from './line-rows.js';
import type { ByteSource, MachImage } from './mach-o.js';
import { ScopeRanges } from './scope-intervals.js';
import { readSymbols } from './symbol-table.js';

/** Statistics of an image. */
export interface NativeDetails {
  readonly units: number;
  readonly functions: number;
  readonly symbols: number;
  readonly lines: number;
}

/** Turns the debug information of an image into columns. @throws SymbolFileRefusal */
export function buildNative(source: ByteSource, image: MachImage): { details: NativeDetails; file: Uint8Array } {
  return new NativeBuilder(source, image).build();
}

/** Addresses are relative to the text segment, as far as 32 bits reach, which no program exceeds. */
class NativeBuilder {
  readonly #texts = new TextTable();
  readonly #lines = new LineRows();
  readonly #ranges = new ScopeRanges();
  readonly #scopes = {
    name: new NumberColumn(),
    parent: new NumberColumn(),
    callFile: new NumberColumn(),
    callLine: new NumberColumn(),
  };
  readonly #sections: DwarfSections;

  constructor(
    private readonly source: ByteSource,
    private readonly image: MachImage,
  ) {
    this.#sections = new DwarfSections(source, image);
  }

  build(): { details: NativeDetails; file: Uint8Array } {
    const units = readUnits(this.#sections, this.image);
    const entries = units.map((unit) => readUnitEntry(this.#sections, unit));
    const names = new FunctionNames(this.#sections, units);
    units.forEach((unit, index) => {
      const statements = entries[index]?.get(ATTRIBUTE.statements);
      const directory = entries[index]?.get(ATTRIBUTE.compilationDirectory);
      const files = statements
        ? this.#addLines(statements.value, directory ? toText(this.#sections, unit, directory) : '')
        : [];
      this.#addFunctions(unit, names, files);
    });
    const symbols = readSymbols(this.source, this.image);
    const relative = (address: number) => address - this.image.textAddress;
    const lines = this.#lines.finish();
    const scopes = this.#ranges.flatten();
    const details: NativeDetails = {
      units: units.length,
      functions: this.#scopes.name.length,
      symbols: symbols.length,
      lines: lines.addresses.length,
    };
    const file = writeColumns(details, {
      'line.address': lines.addresses,
      'line.file': lines.files,
      'line.line': lines.lines,
      'range.address': scopes.addresses,
      'range.scope': scopes.scopes,
      'scope.name': this.#scopes.name.values,
      'scope.parent': this.#scopes.parent.values,
      'scope.callFile': this.#scopes.callFile.values,
      'scope.callLine': this.#scopes.callLine.values,
      'symbol.address': Uint32Array.from(symbols, ({ address }) => relative(address)),
      'symbol.name': Uint32Array.from(symbols, ({ name }) => this.#texts.add(name)),
      end: Uint32Array.of(Math.min(this.image.textSize, NONE)),
      ...this.#texts.toColumns('text'),
    });
    return { details, file };
  }

  /** @returns indexes of the texts of the files, by their number in the table. */
  #addLines(offset: number, directory: string): number[] {
    const header = readLineHeader(this.#sections, offset, directory);
    const files = header.files.map((path) => this.#texts.add(path));
    const toIndex = (file: number): number => files[file] ?? this.#defined(header.files[file]);
    runLineProgram(header, {
      row: (address, file, line) => {
        const at = this.#relative(address);
        if (at !== undefined) this.#lines.add(at, toIndex(file), line);
      },
      end: (address) => {
        const at = this.#relative(address);
        if (at !== undefined) this.#lines.end(at);
      },
    });
    return files;
  }

  /** A file that the program itself adds to its table. */
  #defined(path: string | undefined): number {
    return path === undefined ? NONE : this.#texts.add(path);
  }

  #addFunctions(unit: Unit, names: FunctionNames, files: readonly number[]): void {
    readFunctions(this.#sections, unit, names, {
      add: (name, ranges, parent, callFile, callLine) => {
        const scope = this.#scopes.name.length;
        this.#scopes.name.push(this.#texts.add(name));
        this.#scopes.parent.push(parent);
        this.#scopes.callFile.push(files[callFile] ?? NONE);
        this.#scopes.callLine.push(callLine);
        for (const range of ranges) this.#addRange(range, scope);
        return scope;
      },
    });
  }

  #addRange({ start, end }: AddressRange, scope: number): void {
    const [from, to] = [this.#relative(start), this.#relative(end)];
    if (from !== undefined && to !== undefined && to > from) this.#ranges.add(from, to, scope);
  }

  /** Undefined for addresses outside the code, such as those of functions that the linker has left out. */
  #relative(address: number): number | undefined {
    const relative = address - this.image.textAddress;
    return relative >= 0 && relative <= this.image.textSize && relative < NONE ? relative : undefined;
  }
}
