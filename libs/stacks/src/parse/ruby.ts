import type { BareFrame } from '../stack.js';
import type { StackBuilder } from './builder.js';
import { isLong, toNumber } from './text.js';

/** Stacks of Ruby: `full_message` in both orders, with causes, and a joined backtrace. */
export function parseRuby(lines: readonly string[], builder: StackBuilder): void {
  if (lines[0]?.startsWith('Traceback (most recent call last)')) parseReversed(lines.slice(1), builder);
  else parseForward(lines, builder);
}

function parseForward(lines: readonly string[], builder: StackBuilder): void {
  let isMessage = false;
  for (const line of lines) {
    const text = line.trim().replace(/^from /, '');
    const frame = isLong(line) ? undefined : parseFrame(text);
    if (!frame) isMessage = other(line, isMessage, builder);
    else if (frame.message === undefined) {
      isMessage = false;
      builder.add(frame.frame);
    } else {
      isMessage = begin(frame.message, builder);
      builder.add(frame.frame);
    }
  }
}

/** Whether further lines belong to the message: the type in parentheses is at the end of its first line. */
function begin(header: string, builder: StackBuilder): boolean {
  const open = header.lastIndexOf(' (');
  const hasType = header.endsWith(')') && open >= 0;
  const type = hasType ? header.slice(open + 2, -1) : '';
  const relation = builder.exceptions.length === 0 ? 'thrown' : 'cause';
  builder.begin(relation, type, hasType ? header.slice(0, open) : header);
  return true;
}

function other(line: string, isMessage: boolean, builder: StackBuilder): boolean {
  if (isMessage && !line.startsWith('\t')) builder.current.message += `\n${line}`;
  else if (!/^\s*\.\.\. \d+ levels/.test(line)) builder.raw(line);
  return isMessage;
}

interface Section {
  readonly header: string;
  /** Further lines of the message. */
  more: string;
  readonly frames: BareFrame[];
}

/** The most recent call comes last: `2: from pay.rb:9:in …`, then the line with the message. The reported exception follows its causes. */
function parseReversed(lines: readonly string[], builder: StackBuilder): void {
  const sections: Section[] = [];
  let frames: BareFrame[] = [];
  for (const line of lines) {
    const parsed = isLong(line) ? undefined : parseFrame(line.trim().replace(/^\d+: from /, ''));
    if (!parsed) {
      const last = sections.at(-1);
      if (last && frames.length === 0 && line !== '') last.more += `\n${line}`;
      continue;
    }
    frames.push(parsed.frame);
    if (parsed.message === undefined) continue;
    sections.push({ header: parsed.message, more: '', frames });
    frames = [];
  }
  if (sections.length === 0) sections.push({ header: '', more: '', frames });
  for (const section of sections.reverse()) {
    begin(section.header, builder);
    builder.current.message += section.more;
    for (const frame of section.frames.reverse()) builder.add(frame);
  }
}

interface Line {
  readonly frame: BareFrame;
  readonly message?: string;
}

/** ``pay.rb:12:in `charge'`` or `pay.rb:12:in 'Shop#charge'`, followed by the message in the first line of an exception. */
function parseFrame(text: string): Line | undefined {
  const at = text.indexOf(":in '") >= 0 ? text.indexOf(":in '") : text.indexOf(':in `');
  if (at < 0) return parseTopLevel(text);
  const close = text.indexOf("'", at + 5);
  const colon = text.lastIndexOf(':', at - 1);
  const line = toNumber(text.slice(colon + 1, at));
  if (close < 0 || colon <= 0 || line === undefined) return undefined;
  const rest = text.slice(close + 1);
  if (rest !== '' && !rest.startsWith(': ')) return undefined;
  const raw = text.slice(0, close + 1);
  const frame = { raw, function: text.slice(at + 5, close), file: text.slice(0, colon), line };
  return rest === '' ? { frame } : { frame, message: rest.slice(2) };
}

/** `pay.rb:12: message (Type)` or `pay.rb:12`. */
function parseTopLevel(text: string): Line | undefined {
  const match = /^([^:\s]+\.(?:rb|erb|ru|rake)):(\d{1,9})(?:: (.*))?$/.exec(text);
  const line = toNumber(match?.[2] ?? '');
  if (match?.[1] === undefined || line === undefined) return undefined;
  const frame = { raw: `${match[1]}:${line}`, file: match[1], line };
  return match[3] === undefined ? { frame } : { frame, message: match[3] };
}
