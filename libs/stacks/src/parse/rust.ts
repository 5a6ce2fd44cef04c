import type { BareFrame } from '../stack.js';
import type { StackBuilder } from './builder.js';
import { isLong, splitPosition } from './text.js';

const FRAME = /^\s*\d{1,5}: /;

/** Backtraces of Rust: of a panic, of `std::backtrace` and of anyhow. */
export function parseRust(lines: readonly string[], builder: StackBuilder): void {
  const marker = lines.findIndex((line) => /^\s*stack backtrace:/i.test(line));
  const numbered = lines.findIndex((line) => FRAME.test(line));
  const start = marker >= 0 ? marker + 1 : numbered;
  const {
    type,
    message,
    place,
    causes = [],
  } = readHeader(start < 0 ? lines : lines.slice(0, marker >= 0 ? marker : start));
  const exception = builder.begin('thrown', type, message);
  const frames = start < 0 ? [] : readFrames(lines.slice(start));
  if (frames.length === 0 && place) frames.push(place);
  for (const frame of frames) builder.add(frame, exception);
  for (const cause of causes) builder.begin('cause', '', cause);
}

function readFrames(lines: readonly string[]): BareFrame[] {
  const frames: BareFrame[] = [];
  for (const line of lines) {
    const text = line.trim();
    if (text === '' || text.startsWith('note: ')) continue;
    if (isLong(line)) frames.push({ raw: text, inApp: false });
    else if (FRAME.test(line)) frames.push(readCall(text));
    else if (text.startsWith('at ') && frames.length > 0) {
      const call = frames.pop() as BareFrame;
      frames.push({ ...call, raw: `${call.raw ?? ''}\n${text}`, ...splitPosition(text.slice(3)) });
    } else frames.push({ raw: text, inApp: false });
  }
  return frames;
}

/** `3: 0x5612 - shop::pay::h0123456789abcdef` */
function readCall(raw: string): BareFrame {
  const path = raw
    .slice(raw.indexOf(': ') + 2)
    .trimStart()
    .replace(/^0x[0-9a-f]+ - /, '');
  const name = path.replace(/::h[0-9a-f]{16}$/, '');
  const module = modulePath(name);
  return { raw, function: module === '' ? name : name.slice(module.length + 2), ...(module !== '' && { module }) };
}

/**
 * The path before the last segment, with closures counted as part of the function around them; generics contain `::`
 * too.
 */
function modulePath(name: string): string {
  let depth = 0;
  let found = -1;
  const end = name.replace(/(?:::\{\{closure\}\})+$/, '').length;
  for (let at = 0; at < end; at++) {
    const sign = name[at];
    if (sign === '<') depth++;
    else if (sign === '>' && name[at - 1] !== '-') depth--;
    else if (sign === ':' && name[at + 1] === ':' && depth === 0) found = at++;
  }
  return found < 0 ? '' : name.slice(0, found);
}

interface Header {
  readonly type: string;
  readonly message: string;
  readonly place?: BareFrame;
  readonly causes?: readonly string[];
}

function readHeader(lines: readonly string[]): Header {
  const at = lines.findIndex((line) => !isLong(line) && line.includes(' panicked at '));
  if (at < 0) return readReport(lines);
  const line = lines[at] ?? '';
  const rest = line.slice(line.indexOf(' panicked at ') + 13);
  const quoted = /^'(.*)', (\S+)$/.exec(rest);
  if (quoted) return { type: 'panic', message: quoted[1] ?? '', place: splitPosition(quoted[2] ?? '') };
  const place = splitPosition(rest.replace(/:$/, ''));
  return {
    type: 'panic',
    message: lines
      .slice(at + 1)
      .join('\n')
      .trim(),
    place,
  };
}

/** The report of an error: its message, then its causes, numbered if there are several. */
function readReport(lines: readonly string[]): Header {
  const end = lines.findIndex((line) => line === 'Caused by:');
  const causes = end < 0 ? [] : lines.slice(end + 1).filter((line) => line.trim() !== '');
  const message = (end < 0 ? lines : lines.slice(0, end))
    .join('\n')
    .replace(/^Error: /, '')
    .trim();
  return { type: '', message, causes: causes.map((line) => line.replace(/^\s*(?:\d{1,3}: )?/, '')) };
}
