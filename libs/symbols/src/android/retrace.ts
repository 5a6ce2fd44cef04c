import { MappingTable, type MappedMember } from './mapping-index.js';

/** An exception of obfuscated code. */
export interface ObfuscatedException {
  readonly type: string;
  readonly message: string;
  /** The call that threw first. */
  readonly frames: readonly ObfuscatedFrame[];
}

export interface ObfuscatedFrame {
  readonly class: string;
  readonly method: string;
  readonly line: number | undefined;
}

export interface RetracedException {
  readonly type: string;
  readonly message: string;
  /** The result for each frame: several calls if some were inlined, none if only the compiler added the frame. */
  readonly frames: readonly RetracedFrame[];
}

export interface RetracedFrame {
  /** Empty if the mapping does not know the class, or if the compiler cut the code out of the caller. */
  readonly calls: readonly RetracedCall[];
  readonly outcome: 'applied' | 'unknown class' | 'unknown method' | 'outline';
  /** Other methods that the frame may be. */
  readonly alternatives: readonly string[];
}

export interface RetracedCall {
  readonly class: string;
  readonly method: string;
  readonly file: string;
  readonly line: number | undefined;
}

const MAX_ALTERNATIVES = 10;
/** A class in a message is replaced only with its package, because a short name may be a word. */
const QUALIFIED_NAME = /[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+/g;

/** Translates stacks that ProGuard or R8 obfuscated. */
export class MappingIndex {
  private constructor(private readonly table: MappingTable) {}

  static open(bytes: Uint8Array): MappingIndex {
    return new MappingIndex(MappingTable.open(bytes));
  }

  get size(): number {
    return this.table.size;
  }

  find({ type, message, frames }: ObfuscatedException): RetracedException {
    const original = this.#className(type);
    let outlineLine: number | undefined;
    const retraced = frames.map((frame, index) => {
      const found = this.#retrace(frame, outlineLine);
      outlineLine = found.outcome === 'outline' ? frame.line : undefined;
      return index === 0 ? this.#withoutRemoved(found, [type, original]) : found;
    });
    return {
      type: original,
      message: message.replaceAll(QUALIFIED_NAME, (name) => this.#className(name)),
      frames: retraced.map(({ removed: _removed, ...frame }) => frame),
    };
  }

  #className(obfuscated: string): string {
    const found = this.table.findClass(obfuscated);
    return found === undefined ? obfuscated : this.table.originalName(found);
  }

  #retrace(
    frame: ObfuscatedFrame,
    outlineLine: number | undefined,
  ): RetracedFrame & { removed: MappedMember['notes'] } {
    const nothing = { calls: [], alternatives: [], removed: {} };
    const mappedClass = this.table.findClass(frame.class);
    if (mappedClass === undefined) return { ...nothing, outcome: 'unknown class' };
    const members = this.table.members(mappedClass, frame.method);
    const line = getCallSiteLine(members, frame.line, outlineLine);
    const [group, ...others] = candidates(members, line);
    if (!group) {
      const call = { class: this.table.originalName(mappedClass), method: frame.method, line: frame.line };
      return { ...nothing, calls: [{ ...call, file: this.#file(call.class) }], outcome: 'unknown method' };
    }
    if (group.some(({ notes }) => notes.isOutline)) return { ...nothing, outcome: 'outline' };
    const real = group.filter(({ notes }) => !notes.isSynthesized);
    const calls = (real.length > 0 ? real : group).map((member) => ({
      class: member.originalClass,
      method: member.original,
      file: this.#file(member.originalClass),
      line: originalLine(member, line),
    }));
    const alternatives = [...new Set(others.map(describe))].filter((other) => other !== describe(group));
    return {
      calls,
      outcome: 'applied',
      alternatives: alternatives.slice(0, MAX_ALTERNATIVES),
      removed: group.find(({ notes }) => notes.removals)?.notes ?? {},
    };
  }

  /** Removes calls added by R8, which differ from others not by their line but only by the exception they throw. */
  #withoutRemoved(found: RetracedFrame & { removed: MappedMember['notes'] }, types: readonly string[]) {
    const removal = found.removed.removals?.find(({ type }) => types.includes(type));
    const rest = removal ? found.calls.slice(removal.count) : found.calls;
    return rest.length > 0 ? { ...found, calls: rest } : found;
  }

  /** R8 writes the files of classes whose names do not tell; for all others the name does. */
  #file(original: string): string {
    const stored = this.table.sourceFile(original);
    if (stored !== undefined) return stored;
    const outer = original.slice(original.lastIndexOf('.') + 1).replace(/\$.*$/, '');
    return outer.endsWith('Kt') && outer.length > 2 ? `${outer.slice(0, -2)}.kt` : `${outer}.java`;
  }
}

/** The groups of members that a frame can be, the calls of each innermost first. */
function candidates(members: readonly MappedMember[], line: number | undefined): MappedMember[][] {
  const groups = groupByRange(members);
  const unranged = groups.filter(([member]) => member?.start === undefined);
  if (line === undefined || line === 0) {
    const unknown = groups.filter(([member]) => member?.start === 0 && member.end === 0);
    if (unranged.length > 0) return unranged;
    if (unknown.length > 0) return unknown;
    // Without a line, it is unknown which calls were inlined; the outermost method is certain.
    return groups.map((group) => group.slice(-1));
  }
  const ranged = groups.filter(([member]) => (member?.start ?? Infinity) <= line && line <= (member?.end ?? -1));
  return ranged.length > 0 ? ranged : unranged;
}

/** Members in a row with the same lines are calls that were inlined into each other. */
function groupByRange(members: readonly MappedMember[]): MappedMember[][] {
  const groups: MappedMember[][] = [];
  for (const member of members) {
    const last = groups.at(-1)?.[0];
    const isInlined = last?.start !== undefined && last.start === member.start && last.end === member.end;
    if (isInlined) groups.at(-1)?.push(member);
    else groups.push([member]);
  }
  return groups;
}

/** The line of a frame whose code was partly cut out: its caller knows it by the line within the outline. */
function getCallSiteLine(members: readonly MappedMember[], line: number | undefined, outlineLine: number | undefined) {
  if (outlineLine === undefined) return line;
  const group = candidates(members, line)[0] ?? [];
  for (const { notes } of group) {
    const own = notes.callSites?.[String(outlineLine)];
    if (own !== undefined) return own;
  }
  return line;
}

function originalLine({ start, originalStart, originalEnd }: MappedMember, line: number | undefined) {
  if (originalStart === undefined) return line;
  if (line === undefined || start === undefined || originalEnd === originalStart) {
    return line === undefined && originalEnd !== originalStart ? undefined : originalStart;
  }
  return originalStart + (line - start);
}

function describe(group: readonly MappedMember[]): string {
  const [member] = group;
  return member ? `${member.originalClass}.${member.original}(${member.parameters})` : '';
}
