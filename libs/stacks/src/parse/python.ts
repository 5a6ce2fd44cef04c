import type { BareFrame } from '../stack.js';
import type { OpenException, StackBuilder } from './builder.js';
import { isLong, splitHeader, toNumber } from './text.js';

const TRACEBACK = 'Traceback (most recent call last):';

interface Section {
  readonly isMember: boolean;
  header: string[];
  /** The line of each call, with the line of source after it. */
  calls: string[];
}

/**
 * Tracebacks of Python. The text has the oldest exception first and the call that threw last, so both orders are reversed; the members of
 * an exception group follow as suppressed ones.
 */
export function parsePython(lines: readonly string[], builder: StackBuilder): void {
  const sections = new SectionReader().read(lines);
  const chain = sections.filter(({ isMember }) => !isMember).reverse();
  chain.forEach((section, index) => append(builder, section, index === 0 ? 'thrown' : 'cause'));
  for (const section of sections.filter(({ isMember }) => isMember)) append(builder, section, 'suppressed');
}

function append(builder: StackBuilder, { header, calls }: Section, relation: OpenException['relation']): void {
  const [first = '', ...rest] = header;
  const { type, message } = isLong(first) ? { type: '', message: first } : splitHeader(first);
  const exception = builder.begin(relation, type, [message, ...rest].join('\n').trim());
  for (const call of calls.reverse()) {
    const frame = builder.parse(call, parseCall);
    if (frame) builder.add(frame, exception);
    else builder.raw(call, exception);
  }
}

class SectionReader {
  private readonly sections: Section[] = [];
  private section: Section | undefined;
  private isMember = false;
  private isGroup = false;

  read(lines: readonly string[]): Section[] {
    for (const line of lines) this.#line(line);
    return this.sections;
  }

  #line(given: string): void {
    const line = this.isGroup ? given.replace(/^ *\| ?/, '') : given;
    if (given.includes('Exception Group Traceback (most')) this.#begin(true);
    else if (line.trim() === TRACEBACK) this.#begin();
    else if (this.isGroup && /^ *\+-[+-]*-{4}/.test(given)) this.#separator(given);
    else if (isBetween(line)) this.section = undefined;
    else this.#content(line);
  }

  #begin(isGroup = this.isGroup): void {
    this.isGroup = isGroup;
    if (this.section?.isMember && this.section.header.length + this.section.calls.length === 0) return;
    this.section = { isMember: this.isMember, header: [], calls: [] };
    this.sections.push(this.section);
  }

  /** `+---------------- 2 ----------------` begins a member of a group; without a number it ends the last one. */
  #separator(line: string): void {
    this.isMember = true;
    this.section = undefined;
    if (/\d/.test(line)) this.#begin();
  }

  #content(line: string): void {
    const text = line.trim();
    const isCall = text.startsWith('File "') && !isLong(text);
    if (!this.section && (text === '' || (!isCall && this.sections.length > 0))) return;
    const section = this.section ?? this.#first();
    if (isCall) section.calls.push(text);
    else if (section.header.length > 0 || section.calls.length === 0) section.header.push(text);
    else if (line.startsWith('    ') || text === '') addContext(section, text);
    else if (!text.startsWith('[Previous line repeated')) section.header.push(text);
  }

  /** A stack without its first line. */
  #first(): Section {
    this.#begin();
    return this.sections[this.sections.length - 1] as Section;
  }
}

/** The line of source that a call's own line is followed by; markers and further lines of the statement are left out. */
function addContext({ calls }: Section, text: string): void {
  const call = calls.at(-1);
  if (call === undefined || call.includes('\n') || isLong(text) || /^[\s~^]*$/.test(text)) return;
  calls[calls.length - 1] = `${call}\n${text}`;
}

function isBetween(line: string): boolean {
  return (
    line.startsWith('During handling of the above exception') ||
    line.startsWith('The above exception was the direct cause')
  );
}

/** `File "/app/pay.py", line 12, in charge`; a syntax error has no function. */
function parseCall(call: string): BareFrame | undefined {
  const [raw = '', source] = call.split('\n');
  const end = raw.indexOf('", line ');
  if (end < 0) return undefined;
  const rest = raw.slice(end + 8);
  const comma = rest.indexOf(', in ');
  const line = toNumber(comma < 0 ? rest : rest.slice(0, comma));
  return {
    raw,
    ...(comma >= 0 && { function: rest.slice(comma + 5) }),
    file: raw.slice(6, end),
    ...(line !== undefined && { line }),
    ...(source !== undefined && { context: { before: [], line: source, after: [] } }),
  };
}
