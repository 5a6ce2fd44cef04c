import { SymbolFileRefusal } from '../columns/refusal.js';
import { BinaryReader } from './binary-reader.js';
import type { ByteSource, MachImage, NativeSymbol } from './mach-o.js';

const MAX_SYMBOLS = 20_000_000;
const N_STAB = 0xe0;
const N_TYPE = 0x0e;
const N_SECT = 0x0e;

/** The functions that the symbol table names, sorted by address. */
export function readSymbols(source: ByteSource, image: MachImage): NativeSymbol[] {
  const { symbolTable: table, is64, isLittleEndian, start, textAddress, textSize } = image;
  if (!table) return [];
  if (table.count > MAX_SYMBOLS) throw new SymbolFileRefusal('has more than 20 million symbols');
  const entries = new BinaryReader(source.read(start + table.offset, table.count * (is64 ? 16 : 12)), isLittleEndian);
  const texts = new BinaryReader(source.read(start + table.textOffset, table.textSize), isLittleEndian);
  const symbols: NativeSymbol[] = [];
  for (let nth = 0; nth < table.count; nth += 1) {
    const [name, type] = [entries.u32(), entries.u8()];
    entries.skip(3);
    const address = is64 ? entries.u64() : entries.u32();
    const isInText = address >= textAddress && address < textAddress + textSize;
    if ((type & N_STAB) !== 0 || (type & N_TYPE) !== N_SECT || !isInText || name >= table.textSize) continue;
    symbols.push({ name: withoutPrefix(texts.part(name).text()), address });
  }
  return symbols.sort((a, b) => a.address - b.address);
}

/** Compilers for Apple's systems prefix every name with an underscore. */
function withoutPrefix(name: string): string {
  return name.startsWith('_') ? name.slice(1) : name;
}
