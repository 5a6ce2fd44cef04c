import { SymbolFileRefusal } from '../../columns/refusal.js';
import type { BinaryReader } from '../binary-reader.js';
import { FORM } from './constants.js';

/** The properties of a unit that sizes depend on. */
export interface Encoding {
  readonly version: number;
  /** 4, or 8 in 64-bit DWARF. */
  readonly offsetSize: number;
  readonly addressSize: number;
}

/**
 * Reads a value as a number: an address, an offset or an index, as the form says; for a text in the entry itself, where it begins. Zero
 * for blocks, which nothing here needs.
 */
export function readForm(reader: BinaryReader, form: number, encoding: Encoding, implicit: number): number {
  switch (form) {
    case FORM.addr:
      return reader.unsigned(encoding.addressSize);
    case FORM.data1:
    case FORM.ref1:
    case FORM.flag:
    case FORM.strx1:
    case FORM.addrx1:
      return reader.u8();
    case FORM.data2:
    case FORM.ref2:
    case FORM.strx2:
    case FORM.addrx2:
      return reader.u16();
    case FORM.strx3:
    case FORM.addrx3:
      return reader.u24();
    case FORM.data4:
    case FORM.ref4:
    case FORM.strx4:
    case FORM.addrx4:
    case FORM.refSup4:
      return reader.u32();
    case FORM.data8:
    case FORM.ref8:
    case FORM.refSig8:
    case FORM.refSup8:
      return reader.u64();
    case FORM.sdata:
      return reader.sleb();
    case FORM.udata:
    case FORM.refUdata:
    case FORM.strx:
    case FORM.addrx:
    case FORM.loclistx:
    case FORM.rnglistx:
      return reader.uleb();
    case FORM.strp:
    case FORM.lineStrp:
    case FORM.strpSup:
    case FORM.secOffset:
      return reader.unsigned(encoding.offsetSize);
    case FORM.refAddr:
      // Version 2 wrote it in the size of addresses.
      return reader.unsigned(encoding.version <= 2 ? encoding.addressSize : encoding.offsetSize);
    case FORM.flagPresent:
      return 1;
    case FORM.implicitConst:
      return implicit;
    case FORM.string:
      return readInlineText(reader);
    case FORM.indirect:
      return readIndirect(reader, encoding);
    default:
      return skipBlock(reader, form);
  }
}

function readInlineText(reader: BinaryReader): number {
  const { at } = reader;
  reader.skipText();
  return at;
}

function readIndirect(reader: BinaryReader, encoding: Encoding): number {
  const form = reader.uleb();
  if (form === FORM.indirect || form === FORM.implicitConst)
    throw new SymbolFileRefusal('has a value whose form says nothing');
  return readForm(reader, form, encoding, 0);
}

function skipBlock(reader: BinaryReader, form: number): number {
  switch (form) {
    case FORM.block1:
      reader.skip(reader.u8());
      return 0;
    case FORM.block2:
      reader.skip(reader.u16());
      return 0;
    case FORM.block4:
      reader.skip(reader.u32());
      return 0;
    case FORM.block:
    case FORM.exprloc:
      reader.skip(reader.uleb());
      return 0;
    case FORM.data16:
      reader.skip(16);
      return 0;
    default:
      throw new SymbolFileRefusal('has a value in a form that DWARF does not have');
  }
}
