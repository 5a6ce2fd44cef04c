import { SymbolFileRefusal } from '../../columns/refusal.js';
import type { BinaryReader } from '../binary-reader.js';
import { FORM } from './constants.js';
import { readForm, type Encoding } from './forms.js';
import type { DwarfSections } from './sections.js';
import { readLength } from './unit.js';

/** The header of a line program. */
export interface LineHeader {
  readonly version: number;
  readonly minInstructionLength: number;
  readonly lineBase: number;
  readonly lineRange: number;
  /** The first opcode that moves address and line at once. */
  readonly opcodeBase: number;
  /** Operand counts of the standard opcodes; the first opcode is 1. */
  readonly operandCounts: readonly number[];
  /** Paths by their number; the first has the number 0 in version 5, and 1 before. */
  readonly files: string[];
  readonly directories: readonly string[];
  readonly program: BinaryReader;
}

const PATH = 1;
const DIRECTORY_INDEX = 2;
const MAX_FILES = 1_000_000;

/** @param directory that relative paths begin in. @throws SymbolFileRefusal */
export function readLineHeader(sections: DwarfSections, offset: number, directory: string): LineHeader {
  const reader = sections.at('__debug_line', offset);
  const { length, offsetSize } = readLength(reader);
  const end = reader.at + length;
  const version = reader.u16();
  if (version < 2 || version > 5) throw new SymbolFileRefusal('has a line table of a version that is not known');
  const addressSize = version >= 5 ? reader.u8() : 8;
  if (version >= 5) reader.skip(1);
  const headerLength = reader.unsigned(offsetSize);
  const programStart = reader.at + headerLength;
  const minInstructionLength = reader.u8();
  if (version >= 4) reader.skip(1);
  reader.skip(1);
  const [lineBase, lineRange, opcodeBase] = [reader.i8(), reader.u8(), reader.u8()];
  if (lineRange === 0 || opcodeBase === 0) throw new SymbolFileRefusal('has a line table that cannot be followed');
  const operandCounts = Array.from({ length: opcodeBase - 1 }, () => reader.u8());
  const encoding = { version, offsetSize, addressSize };
  const { files, directories } =
    version >= 5 ? readTables(sections, reader, encoding, directory) : readLists(reader, directory);
  const program = reader.part(programStart, end);
  return { version, minInstructionLength, lineBase, lineRange, opcodeBase, operandCounts, files, directories, program };
}

/** Versions 2 to 4: texts, and for each file the number of its directory. */
function readLists(reader: BinaryReader, directory: string) {
  const directories = [directory];
  for (let name = reader.text(); name !== ''; name = reader.text()) {
    directories.push(joinPath(directory, name));
    if (directories.length > MAX_FILES) throw tooMany();
  }
  const files = [''];
  for (let name = reader.text(); name !== ''; name = reader.text()) {
    files.push(joinPath(directories[reader.uleb()] ?? directory, name));
    reader.uleb();
    reader.uleb();
    if (files.length > MAX_FILES) throw tooMany();
  }
  return { files, directories };
}

/** Version 5: tables that describe their own columns. */
function readTables(sections: DwarfSections, reader: BinaryReader, encoding: Encoding, directory: string) {
  const directories = readTable(sections, reader, encoding).map(({ path }) => joinPath(directory, path));
  const files = readTable(sections, reader, encoding).map(({ path, directory: index }) =>
    path === '' ? '' : joinPath(directories[index] ?? directory, path),
  );
  return { files, directories };
}

function readTable(sections: DwarfSections, reader: BinaryReader, encoding: Encoding) {
  const formats = Array.from({ length: reader.u8() }, () => ({ content: reader.uleb(), form: reader.uleb() }));
  const count = reader.uleb();
  if (count > MAX_FILES || (count > 0 && formats.length === 0)) throw tooMany();
  return Array.from({ length: count }, () => {
    const row = { path: '', directory: 0 };
    for (const { content, form } of formats) {
      const value = readForm(reader, form, encoding, 0);
      if (content === PATH) row.path = readPath(sections, form, value);
      if (content === DIRECTORY_INDEX) row.directory = value;
    }
    return row;
  });
}

function readPath(sections: DwarfSections, form: number, value: number): string {
  if (form === FORM.lineStrp) return sections.text('__debug_line_str', value);
  if (form === FORM.strp) return sections.text('__debug_str', value);
  return form === FORM.string ? sections.text('__debug_line', value) : '';
}

/** Appends a path, unless it is absolute. */
export function joinPath(directory: string, path: string): string {
  if (directory === '' || path.startsWith('/') || /^[A-Za-z]:[\\/]/.test(path)) return path;
  return path === '' ? directory : `${directory.replace(/\/$/, '')}/${path}`;
}

function tooMany(): SymbolFileRefusal {
  return new SymbolFileRefusal('has a line table with more files than a program has');
}
