import type { BareFrame } from '../stack.js';
import type { StackBuilder } from './builder.js';
import { parseJava } from './java.js';
import { isLong, splitHeader, toNumber } from './text.js';

interface Section {
  type: string;
  message: string;
  /** The place at which the exception was created, if the text contains it. */
  place: BareFrame;
  calls: BareFrame[];
  hasCalls: boolean;
}

/**
 * Stacks of PHP. A line `#0 file(12): f()` is the place at which f was called, so the function of each line belongs to
 * the place of the line before it. The exception that was reported comes last.
 */
export function parsePhp(lines: readonly string[], builder: StackBuilder): void {
  if (lines.some((line) => /^\s+at /.test(line)) && !lines.some((line) => line.startsWith('#0 '))) {
    parseJava(lines, builder);
    return;
  }
  readSections(lines)
    .reverse()
    .forEach((section, index) => {
      const exception = builder.begin(index === 0 ? 'thrown' : 'cause', section.type, section.message);
      for (const frame of toFrames(section)) builder.add(frame, exception);
    });
}

function readSections(lines: readonly string[]): Section[] {
  const sections = [emptySection()];
  for (const line of lines) {
    const section = sections[sections.length - 1] as Section;
    const call = isLong(line) ? undefined : parseCall(line.trim());
    if (call) {
      section.calls.push(call);
      section.hasCalls = true;
    } else if (line.startsWith('Next ')) sections.push(readHeader(line.slice(5)));
    else if (!section.hasCalls) addHeader(section, line);
  }
  return sections;
}

function emptySection(): Section {
  return { type: '', message: '', place: {}, calls: [], hasCalls: false };
}

const PREFIX = /^(?:PHP )?(?:Fatal error: {1,2})?(?:Uncaught )?/;

function addHeader(section: Section, line: string): void {
  if (line.trim() === '' || line === 'Stack trace:' || line.trim() === '[stacktrace]') return;
  if (section.type === '' && section.message === '') Object.assign(section, readHeader(line.replace(PREFIX, '')));
  else {
    const { message, place } = readHeader(`: ${line}`);
    section.message += `\n${message}`;
    if (place.file !== undefined) section.place = place;
  }
}

/** `Type: message in /app/pay.php:12` */
function readHeader(text: string): Section {
  const at = isLong(text) ? -1 : text.lastIndexOf(' in ');
  const place = at < 0 ? null : /^(.+):(\d{1,9})$/.exec(text.slice(at + 4));
  const header = place ? text.slice(0, at) : text;
  const line = toNumber(place?.[2] ?? '');
  const { type, message } = header.startsWith(': ') ? { type: '', message: header.slice(2) } : splitHeader(header);
  return {
    ...emptySection(),
    type,
    message,
    place: { ...(place?.[1] !== undefined && { file: place[1] }), ...(line !== undefined && { line }) },
  };
}

/** `#0 /app/pay.php(12): Shop\Pay->charge()`, `#1 [internal function]: {closure}()` or `#2 {main}`. */
function parseCall(raw: string): BareFrame | undefined {
  const number = /^#\d{1,5} /.exec(raw)?.[0];
  if (number === undefined) return undefined;
  const text = raw.slice(number.length);
  if (text === '{main}') return { raw, function: '{main}' };
  const colon = text.indexOf('): ') >= 0 ? text.indexOf('): ') + 1 : text.indexOf(': ');
  if (colon < 0) return { raw };
  const place = /^(.+)\((\d{1,9})\)$/.exec(text.slice(0, colon));
  const call = text.slice(colon + 2);
  const line = toNumber(place?.[2] ?? '');
  return {
    raw,
    ...callee(
      call.includes('(') ? call.slice(0, call.indexOf('(', call.startsWith('{closure') ? closureEnd(call) : 0)) : call,
    ),
    ...(place?.[1] !== undefined && { file: place[1] }),
    ...(line !== undefined && { line }),
  };
}

/** A closure may be named with its place, which can contain parentheses. */
function closureEnd(call: string): number {
  return Math.max(0, call.indexOf('}'));
}

function callee(name: string): BareFrame {
  const arrow = name.lastIndexOf('->') >= 0 ? name.lastIndexOf('->') : name.lastIndexOf('::');
  if (arrow <= 0) return { function: name };
  return { module: name.slice(0, arrow), function: name.slice(arrow + 2) };
}

function toFrames({ place, calls }: Section): BareFrame[] {
  const places = [place, ...calls];
  const frames = calls.map((call, index) => {
    const { file, line } = places[index] ?? {};
    const { raw, function: name, module } = call;
    return {
      ...(raw !== undefined && { raw }),
      ...(name !== undefined && { function: name }),
      ...(module !== undefined && { module }),
      ...(file !== undefined && { file }),
      ...(line !== undefined && { line }),
      // A function of PHP itself has no place, and neither has the first call if the text does not tell where the exception was created.
      ...(file === undefined && index > 0 && { inApp: false }),
    };
  });
  if (calls.length === 0 && place.file !== undefined) return [place];
  return frames.filter(({ file, function: name }) => file !== undefined || name !== '{main}');
}
