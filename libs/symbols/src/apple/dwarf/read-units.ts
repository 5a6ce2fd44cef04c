import { SymbolFileRefusal } from '../../columns/refusal.js';
import type { MachImage } from '../mach-o.js';
import { Abbreviations } from './abbreviations.js';
import { ATTRIBUTE } from './constants.js';
import type { DwarfSections } from './sections.js';
import { readEntry, readUnit, toAddress, type Entry, type Unit } from './unit.js';

const MAX_UNITS = 1_000_000;

/** All units, in the order of the section. @throws SymbolFileRefusal */
export function readUnits(sections: DwarfSections, image: MachImage): Unit[] {
  const abbreviations = new Abbreviations(sections);
  const size = image.sections.get('__debug_info')?.size ?? 0;
  const units: Unit[] = [];
  for (let at = 0; at < size;) {
    const unit = readUnit(sections, abbreviations, at);
    if (units.length >= MAX_UNITS) throw new SymbolFileRefusal('has more units than a program has');
    units.push(unit);
    at = unit.end;
  }
  return units;
}

/** Reads the first entry of a unit, which has the bases of the others. */
export function readUnitEntry(sections: DwarfSections, unit: Unit): Entry {
  const reader = sections.at('__debug_info', unit.firstEntry);
  const entry: Entry = new Map();
  const abbreviation = unit.abbreviations.get(reader.uleb());
  if (!abbreviation) return entry;
  readEntry(reader, abbreviation, unit, entry);
  const { bases } = unit;
  bases.texts = entry.get(ATTRIBUTE.textOffsetsBase)?.value ?? bases.texts;
  bases.addresses = entry.get(ATTRIBUTE.addressBase)?.value ?? bases.addresses;
  bases.ranges = entry.get(ATTRIBUTE.rangeListsBase)?.value ?? bases.ranges;
  const low = entry.get(ATTRIBUTE.lowPc);
  unit.lowPc = (low && toAddress(sections, unit, low)) ?? 0;
  return entry;
}
