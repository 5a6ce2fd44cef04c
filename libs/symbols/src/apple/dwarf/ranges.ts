import { SymbolFileRefusal } from '../../columns/refusal.js';
import { ATTRIBUTE, FORM } from './constants.js';
import type { DwarfSections } from './sections.js';
import { readIndexedAddress, toAddress, type Entry, type Unit } from './unit.js';

/** Addresses of code; the end is not included. */
export interface AddressRange {
  readonly start: number;
  readonly end: number;
}

const MAX_RANGES = 1_000_000;

/** Reads the address ranges of the code of an entry. */
export function readRanges(sections: DwarfSections, unit: Unit, entry: Entry): AddressRange[] {
  const ranges = entry.get(ATTRIBUTE.ranges);
  if (ranges) return unit.version >= 5 ? readList(sections, unit, ranges) : readPairs(sections, unit, ranges.value);
  const [low, high] = [entry.get(ATTRIBUTE.lowPc), entry.get(ATTRIBUTE.highPc)];
  const start = low && toAddress(sections, unit, low);
  if (start === undefined || !high) return [];
  const end = toAddress(sections, unit, high) ?? start + high.value;
  return end > start ? [{ start, end }] : [];
}

/** Versions 2 to 4: pairs of addresses, relative to a base. */
function readPairs(sections: DwarfSections, unit: Unit, offset: number): AddressRange[] {
  const reader = sections.at('__debug_ranges', offset);
  const largest = unit.addressSize === 8 ? 2 ** 64 : 2 ** 32 - 1;
  const found: AddressRange[] = [];
  for (let base = unit.lowPc; ;) {
    const [start, end] = [reader.unsigned(unit.addressSize), reader.unsigned(unit.addressSize)];
    if (start === 0 && end === 0) return found;
    if (start >= largest) base = end;
    else add(found, base + start, base + end);
  }
}

/** Version 5: entries of eight kinds. */
function readList(
  sections: DwarfSections,
  unit: Unit,
  { value, form }: { value: number; form: number },
): AddressRange[] {
  const { offsetSize, addressSize, bases } = unit;
  const offset =
    form === FORM.rnglistx
      ? bases.ranges + sections.at('__debug_rnglists', bases.ranges + value * offsetSize).unsigned(offsetSize)
      : value;
  const reader = sections.at('__debug_rnglists', offset);
  const indexed = (): number => readIndexedAddress(sections, unit, reader.uleb());
  const found: AddressRange[] = [];
  for (let base = unit.lowPc; ;) {
    const kind = reader.u8();
    if (kind === 0) return found;
    if (kind === 1) base = indexed();
    else if (kind === 5) base = reader.unsigned(addressSize);
    else {
      const [start, end] = readListed(kind);
      add(found, start, end);
    }
    function readListed(entry: number): [number, number] {
      switch (entry) {
        case 2:
          return [indexed(), indexed()];
        case 3: {
          const start = indexed();
          return [start, start + reader.uleb()];
        }
        case 4:
          return [base + reader.uleb(), base + reader.uleb()];
        case 6:
          return [reader.unsigned(addressSize), reader.unsigned(addressSize)];
        case 7: {
          const start = reader.unsigned(addressSize);
          return [start, start + reader.uleb()];
        }
        default:
          throw new SymbolFileRefusal('has a list of ranges that DWARF does not have');
      }
    }
  }
}

function add(found: AddressRange[], start: number, end: number): void {
  if (found.length >= MAX_RANGES) throw new SymbolFileRefusal('has a function with more than a million parts');
  if (end > start) found.push({ start, end });
}
