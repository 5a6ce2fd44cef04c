import { SymbolFileRefusal } from '../../columns/refusal.js';
import { FORM } from './constants.js';
import type { DwarfSections } from './sections.js';

/** The layout of entries with one code. */
export interface Abbreviation {
  readonly tag: number;
  readonly hasChildren: boolean;
  readonly attributes: readonly AttributeSpec[];
}

export interface AttributeSpec {
  readonly name: number;
  readonly form: number;
  /** The value itself, for a form that is not in the entry. */
  readonly implicit: number;
}

const MAX_ABBREVIATIONS = 1_000_000;

/** Reads tables of layouts, each once. */
export class Abbreviations {
  readonly #tables = new Map<number, ReadonlyMap<number, Abbreviation>>();

  constructor(private readonly sections: DwarfSections) {}

  /** The layouts by code. */
  at(offset: number): ReadonlyMap<number, Abbreviation> {
    const known = this.#tables.get(offset);
    if (known) return known;
    const table = new Map<number, Abbreviation>();
    const reader = this.sections.at('__debug_abbrev', offset);
    for (let code = reader.uleb(); code !== 0; code = reader.uleb()) {
      const [tag, hasChildren] = [reader.uleb(), reader.u8() !== 0];
      const attributes: AttributeSpec[] = [];
      for (;;) {
        const [name, form] = [reader.uleb(), reader.uleb()];
        const implicit = form === FORM.implicitConst ? reader.sleb() : 0;
        if (name === 0 && form === 0) break;
        attributes.push({ name, form, implicit });
      }
      table.set(code, { tag, hasChildren, attributes });
      if (table.size > MAX_ABBREVIATIONS) throw new SymbolFileRefusal('has more layouts of entries than a program has');
      if (reader.isAtEnd) break;
    }
    this.#tables.set(offset, table);
    return table;
  }
}
