import { SymbolFileRefusal } from '../../columns/refusal.js';
import type { BinaryReader } from '../binary-reader.js';
import type { Abbreviation, Abbreviations } from './abbreviations.js';
import { ATTRIBUTE, FORM } from './constants.js';
import { readForm, type Encoding } from './forms.js';
import type { DwarfSections } from './sections.js';

/** The attributes of an entry that are used, with their forms. */
export type Entry = Map<number, { readonly value: number; readonly form: number }>;

/** A compilation unit: the code compiled from one source file. */
export interface Unit extends Encoding {
  /** Position of the unit in the section of units. */
  readonly start: number;
  readonly end: number;
  readonly firstEntry: number;
  readonly abbreviations: ReadonlyMap<number, Abbreviation>;
  /** Positions of its tables of texts, addresses and ranges. */
  readonly bases: { texts: number; addresses: number; ranges: number };
  lowPc: number;
}

const USED: ReadonlySet<number> = new Set(Object.values(ATTRIBUTE));
const SKELETON = 4;
const SPLIT_COMPILE = 5;
const TYPE = 2;
const SPLIT_TYPE = 6;

/** Reads the header of the unit at an offset. @throws SymbolFileRefusal */
export function readUnit(sections: DwarfSections, abbreviations: Abbreviations, start: number): Unit {
  const reader = sections.at('__debug_info', start);
  const { length, offsetSize } = readLength(reader);
  const end = reader.at + length;
  if (end > reader.end) throw new SymbolFileRefusal('is cut off, or refers to bytes that it does not have');
  const version = reader.u16();
  if (version < 2 || version > 5) throw new SymbolFileRefusal('has debug information of a version that is not known');
  const kind = version >= 5 ? reader.u8() : 0;
  const sizeInFront = version >= 5 ? reader.u8() : undefined;
  const table = reader.unsigned(offsetSize);
  const addressSize = sizeInFront ?? reader.u8();
  if (kind === SKELETON || kind === SPLIT_COMPILE) reader.skip(8);
  if (kind === TYPE || kind === SPLIT_TYPE) reader.skip(8 + offsetSize);
  return {
    start,
    end,
    version,
    offsetSize,
    addressSize,
    firstEntry: reader.at,
    abbreviations: abbreviations.at(table),
    // The first contribution, for units that do not say which is theirs.
    bases: {
      texts: offsetSize === 8 ? 16 : 8,
      addresses: offsetSize === 8 ? 16 : 8,
      ranges: offsetSize === 8 ? 20 : 12,
    },
    lowPc: 0,
  };
}

/** The length before units and tables, which also determines the size of offsets. */
export function readLength(reader: BinaryReader): { readonly length: number; readonly offsetSize: number } {
  const length = reader.u32();
  if (length !== 0xffff_ffff) return { length, offsetSize: 4 };
  return { length: reader.u64(), offsetSize: 8 };
}

/** Reads the attributes of an entry, which follow its code. */
export function readEntry(reader: BinaryReader, { attributes }: Abbreviation, unit: Unit, into: Entry): void {
  into.clear();
  for (const { name, form, implicit } of attributes) {
    const value = readForm(reader, form, unit, implicit);
    if (USED.has(name)) into.set(name, { value, form });
  }
}

/** The text of an attribute. */
export function toText(sections: DwarfSections, unit: Unit, { value, form }: { value: number; form: number }): string {
  switch (form) {
    case FORM.string:
      return sections.text('__debug_info', value);
    case FORM.strp:
      return sections.text('__debug_str', value);
    case FORM.lineStrp:
      return sections.text('__debug_line_str', value);
    case FORM.strx:
    case FORM.strx1:
    case FORM.strx2:
    case FORM.strx3:
    case FORM.strx4: {
      const offset = sections
        .at('__debug_str_offs', unit.bases.texts + value * unit.offsetSize)
        .unsigned(unit.offsetSize);
      return sections.text('__debug_str', offset);
    }
    default:
      return '';
  }
}

/** The address of an attribute, or undefined if it is not an address. */
export function toAddress(sections: DwarfSections, unit: Unit, { value, form }: { value: number; form: number }) {
  switch (form) {
    case FORM.addr:
      return value;
    case FORM.addrx:
    case FORM.addrx1:
    case FORM.addrx2:
    case FORM.addrx3:
    case FORM.addrx4:
      return readIndexedAddress(sections, unit, value);
    default:
      return undefined;
  }
}

export function readIndexedAddress(sections: DwarfSections, unit: Unit, index: number): number {
  return sections.at('__debug_addr', unit.bases.addresses + index * unit.addressSize).unsigned(unit.addressSize);
}
