import { NONE } from '../../columns/number-column.js';
import { SymbolFileRefusal } from '../../columns/refusal.js';
import { ATTRIBUTE, TAG } from './constants.js';
import type { FunctionNames } from './names.js';
import { readRanges, type AddressRange } from './ranges.js';
import type { DwarfSections } from './sections.js';
import { readEntry, type Entry, type Unit } from './unit.js';

/** Receives functions and the calls that were inlined into them. */
export interface FunctionSink {
  /**
   * @param parent the number of the function that it was inlined into, or NONE.
   * @param callFile number of the file of the call in the line table of the unit.
   * @returns a number for it.
   */
  add(name: string, ranges: readonly AddressRange[], parent: number, callFile: number, callLine: number): number;
}

const MAX_DEPTH = 10_000;

/** Finds the functions of a unit. @throws SymbolFileRefusal */
export function readFunctions(sections: DwarfSections, unit: Unit, names: FunctionNames, sink: FunctionSink): void {
  const reader = sections.at('__debug_info', unit.firstEntry);
  const entry: Entry = new Map();
  /** The function around the entry, at each level. */
  const around: number[] = [NONE];
  while (reader.at < unit.end) {
    const code = reader.uleb();
    if (code === 0) {
      if (around.length > 1) around.pop();
      continue;
    }
    const abbreviation = unit.abbreviations.get(code);
    if (!abbreviation) throw new SymbolFileRefusal('has an entry without a layout');
    readEntry(reader, abbreviation, unit, entry);
    const outer = around.at(-1) ?? NONE;
    const own = toFunction(abbreviation.tag, outer);
    if (!abbreviation.hasChildren) continue;
    if (around.length > MAX_DEPTH) throw new SymbolFileRefusal('has entries that are nested too deeply');
    around.push(own);
  }

  function toFunction(tag: number, outer: number): number {
    if (tag !== TAG.subprogram && tag !== TAG.inlinedSubroutine) return outer;
    const ranges = readRanges(sections, unit, entry);
    if (ranges.length === 0) return tag === TAG.subprogram ? NONE : outer;
    const isInlined = tag === TAG.inlinedSubroutine;
    const [file, line] = [entry.get(ATTRIBUTE.callFile)?.value ?? 0, entry.get(ATTRIBUTE.callLine)?.value ?? 0];
    return sink.add(
      names.find(unit, entry),
      ranges,
      isInlined ? outer : NONE,
      isInlined ? file : 0,
      isInlined ? line : 0,
    );
  }
}
