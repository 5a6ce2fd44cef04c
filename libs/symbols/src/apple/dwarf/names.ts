import { ATTRIBUTE, FORM } from './constants.js';
import type { DwarfSections } from './sections.js';
import { readEntry, toText, type Entry, type Unit } from './unit.js';

/** An entry may refer to one that refers to another; programs need three. */
const MAX_REFERENCES = 8;

/** Names of functions, which are often on another entry than their addresses. */
export class FunctionNames {
  readonly #known = new Map<number, string>();

  constructor(
    private readonly sections: DwarfSections,
    /** The units in the order of the section. */
    private readonly units: readonly Unit[],
  ) {}

  /** The name for the linker if there is one, which says more; '' for a function without a name. */
  find(unit: Unit, entry: Entry): string {
    return this.#find(unit, entry, 0);
  }

  #find(unit: Unit, entry: Entry, references: number): string {
    for (const attribute of [ATTRIBUTE.linkageName, ATTRIBUTE.mipsLinkageName]) {
      const name = entry.get(attribute);
      if (name) return toText(this.sections, unit, name);
    }
    const reference = entry.get(ATTRIBUTE.abstractOrigin) ?? entry.get(ATTRIBUTE.specification);
    const referred = reference && references < MAX_REFERENCES ? this.#follow(unit, reference, references) : '';
    if (referred !== '') return referred;
    const name = entry.get(ATTRIBUTE.name);
    return name ? toText(this.sections, unit, name) : '';
  }

  #follow(unit: Unit, { value, form }: { value: number; form: number }, references: number): string {
    const offset = form === FORM.refAddr ? value : unit.start + value;
    const known = this.#known.get(offset);
    if (known !== undefined) return known;
    const owner = form === FORM.refAddr ? this.#unitAt(offset) : unit;
    if (!owner || offset < owner.firstEntry || offset >= owner.end) return '';
    const reader = this.sections.at('__debug_info', offset);
    const abbreviation = owner.abbreviations.get(reader.uleb());
    if (!abbreviation) return '';
    const entry: Entry = new Map();
    readEntry(reader, abbreviation, owner, entry);
    const name = this.#find(owner, entry, references + 1);
    this.#known.set(offset, name);
    return name;
  }

  #unitAt(offset: number): Unit | undefined {
    let [low, high] = [0, this.units.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.units[middle]?.end ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    return this.units[low];
  }
}
