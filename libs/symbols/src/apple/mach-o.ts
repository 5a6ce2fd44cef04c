import { SymbolFileRefusal } from '../columns/refusal.js';
import { BinaryReader } from './binary-reader.js';

/** A file that is read where it is needed, because debug symbols may be larger than memory. */
export interface ByteSource {
  readonly size: number;
  /** @throws SymbolFileRefusal if the source does not have the bytes. */
  read(at: number, length: number): Uint8Array;
}

export interface Section {
  readonly name: string;
  /** Bytes from the beginning of the image. */
  readonly offset: number;
  readonly size: number;
}

export interface NativeSymbol {
  readonly name: string;
  readonly address: number;
}

/** One architecture of a Mach-O file. */
export interface MachImage {
  readonly arch: string;
  /** Lower case with hyphens; '' if the image has none. */
  readonly uuid: string;
  readonly isLittleEndian: boolean;
  /** Address of the text segment, which addresses in stacks are relative to. */
  readonly textAddress: number;
  readonly textSize: number;
  readonly sections: ReadonlyMap<string, Section>;
  readonly symbolTable: SymbolTable | undefined;
  readonly is64: boolean;
  /** Position of the image in the file. */
  readonly start: number;
  readonly size: number;
}

export interface SymbolTable {
  readonly offset: number;
  readonly count: number;
  readonly textOffset: number;
  readonly textSize: number;
}

const MH_MAGIC = 0xfeedface;
const MH_MAGIC_64 = 0xfeedfacf;
const FAT_MAGIC = 0xcafebabe;
const FAT_MAGIC_64 = 0xcafebabf;
const LC_SEGMENT = 0x1;
const LC_SYMTAB = 0x2;
const LC_SEGMENT_64 = 0x19;
const LC_UUID = 0x1b;
const MAX_ARCHITECTURES = 32;
const MAX_COMMANDS_BYTES = 16 * 1024 * 1024;

const CPU_64 = 0x0100_0000;
const CPU_64_32 = 0x0200_0000;
const CPU_ARM = 12;
const CPU_X86 = 7;

/** Whether bytes begin like a Mach-O file. */
export function isMachO(bytes: Uint8Array): boolean {
  if (bytes.length < 4) return false;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const magics = [MH_MAGIC, MH_MAGIC_64, FAT_MAGIC, FAT_MAGIC_64];
  return magics.includes(view.getUint32(0)) || magics.includes(view.getUint32(0, true));
}

/** The architectures of a file. @throws SymbolFileRefusal if it is not Mach-O. */
export function readMachO(source: ByteSource): MachImage[] {
  const header = new BinaryReader(source.read(0, 8), false);
  const magic = header.u32();
  if (magic !== FAT_MAGIC && magic !== FAT_MAGIC_64) return [readImage(source, 0, source.size)];
  const count = header.u32();
  if (count > MAX_ARCHITECTURES) throw new SymbolFileRefusal('has more architectures than there are');
  const is64 = magic === FAT_MAGIC_64;
  const table = new BinaryReader(source.read(8, count * (is64 ? 32 : 20)), false);
  return Array.from({ length: count }, () => {
    table.skip(8);
    const [offset, size] = is64 ? [table.u64(), table.u64()] : [table.u32(), table.u32()];
    table.skip(is64 ? 8 : 4);
    return readImage(source, offset, size);
  });
}

function readImage(source: ByteSource, start: number, size: number): MachImage {
  if (start + size > source.size) throw new SymbolFileRefusal('is cut off');
  const first = new BinaryReader(source.read(start, 32), false);
  const magic = first.u32();
  const isLittleEndian = magic !== MH_MAGIC && magic !== MH_MAGIC_64;
  const header = first.bytes.length > 0 ? new BinaryReader(first.bytes, isLittleEndian) : first;
  const ownMagic = header.u32();
  if (ownMagic !== MH_MAGIC && ownMagic !== MH_MAGIC_64)
    throw new SymbolFileRefusal('is neither a Mach-O file nor a zip file with some');
  const is64 = ownMagic === MH_MAGIC_64;
  const arch = nameArchitecture(header.u32(), header.u32());
  header.skip(4);
  const [count, bytes] = [header.u32(), header.u32()];
  if (bytes > MAX_COMMANDS_BYTES) throw new SymbolFileRefusal('has more load commands than a program has');
  const commands = new BinaryReader(source.read(start + (is64 ? 32 : 28), bytes), isLittleEndian);
  return { arch, isLittleEndian, is64, start, size, ...readCommands(commands, count) };
}

function readCommands(commands: BinaryReader, count: number) {
  const found: {
    uuid: string;
    textAddress: number;
    textSize: number;
    symbolTable: SymbolTable | undefined;
  } = { uuid: '', textAddress: 0, textSize: 0, symbolTable: undefined };
  const sections = new Map<string, Section>();
  for (let nth = 0; nth < count; nth += 1) {
    const at = commands.at;
    const [kind, size] = [commands.u32(), commands.u32()];
    if (size < 8) throw new SymbolFileRefusal('has a load command that is too short');
    const command = commands.part(at + 8, at + size);
    if (kind === LC_UUID) found.uuid = toUuid(command.take(16));
    if (kind === LC_SYMTAB)
      found.symbolTable = {
        offset: command.u32(),
        count: command.u32(),
        textOffset: command.u32(),
        textSize: command.u32(),
      };
    if (kind === LC_SEGMENT || kind === LC_SEGMENT_64) {
      const segment = readSegment(command, kind === LC_SEGMENT_64, sections);
      if (segment.name === '__TEXT') [found.textAddress, found.textSize] = [segment.address, segment.size];
    }
    commands.at = at + size;
  }
  return { ...found, sections };
}

function readSegment(command: BinaryReader, is64: boolean, sections: Map<string, Section>) {
  const size = is64 ? 8 : 4;
  const name = toName(command.take(16));
  const [address, length] = [command.unsigned(size), command.unsigned(size)];
  command.skip(2 * size + 8);
  const count = command.u32();
  command.skip(4);
  for (let nth = 0; nth < count; nth += 1) {
    const section = toName(command.take(16));
    command.skip(16 + size);
    const bytes = command.unsigned(size);
    const offset = command.u32();
    command.skip(is64 ? 28 : 24);
    if (name === '__DWARF') sections.set(section, { name: section, offset, size: bytes });
  }
  return { name, address, size: length };
}

function toName(bytes: Uint8Array): string {
  const end = bytes.indexOf(0);
  return Buffer.from(end < 0 ? bytes : bytes.subarray(0, end)).toString('latin1');
}

function toUuid(bytes: Uint8Array): string {
  return Buffer.from(bytes)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

function nameArchitecture(type: number, subtype: number): string {
  const variant = subtype & 0x00ff_ffff;
  if (type === (CPU_ARM | CPU_64)) return variant === 2 ? 'arm64e' : 'arm64';
  if (type === (CPU_ARM | CPU_64_32)) return 'arm64_32';
  if (type === (CPU_X86 | CPU_64)) return variant === 8 ? 'x86_64h' : 'x86_64';
  if (type === CPU_X86) return 'i386';
  if (type === CPU_ARM) return ({ 9: 'armv7', 11: 'armv7s', 12: 'armv7k' } as Record<number, string>)[variant] ?? 'arm';
  return `cpu-${type.toString(16)}-${variant.toString(16)}`;
}
