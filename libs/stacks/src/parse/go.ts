import type { BareFrame } from '../stack.js';
import type { StackBuilder } from './builder.js';
import { isLong, splitPosition } from './text.js';

/** Panics of Go, `debug.Stack()` and errors with stacks printed by `%+v`. Of several goroutines only the first is read: it failed. */
export function parseGo(lines: readonly string[], builder: StackBuilder): void {
  const start = lines.findIndex((line, at) => line.startsWith('goroutine ') || isCall(line, lines[at + 1]));
  const { type, message } = readHeader(start < 0 ? lines : lines.slice(0, start));
  const exception = builder.begin('thrown', type, message);
  if (start < 0) return;
  const frames = readFrames(lines.slice(start), builder);
  // Calls that ran after the panic, such as the deferred function that printed the stack, come before the call of
  // panic.
  const panic = frames.findLastIndex(isPanic);
  for (const frame of frames.slice(panic + 1)) builder.add(frame, exception);
}

function isPanic({ function: name, module, file = '' }: BareFrame): boolean {
  return module === undefined && name === 'panic' && file.endsWith('/panic.go');
}

function readFrames(lines: readonly string[], builder: StackBuilder): BareFrame[] {
  const frames: BareFrame[] = [];
  for (let at = lines[0]?.startsWith('goroutine ') ? 1 : 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    if (line.trim() === '' || line.startsWith('goroutine ')) break;
    const next = lines[at + 1];
    if (isCall(line, next)) {
      const frame = builder.parse(`${line}\n${next}`, parseCall);
      if (frame) frames.push(frame);
      at++;
    } else if (!/^(?:\.\.\.|exit status|\[signal)/.test(line)) frames.push({ raw: line.trim(), inApp: false });
  }
  return frames;
}

/** Whether a line is followed by an indented file and line. */
function isCall(line: string, next: string | undefined): next is string {
  return !isLong(line) && /^[^\s]/.test(line) && next !== undefined && !isLong(next) && /^\s+\S.*:\d+/.test(next);
}

function parseCall(raw: string): BareFrame {
  const [line = '', next = ''] = raw.split('\n');
  const call = line.replace(/^created by /, '').replace(/ in goroutine \d+$/, '');
  const open = call.endsWith(')') ? call.lastIndexOf('(') : -1;
  const path = open > 0 ? call.slice(0, open) : call;
  const dot = path.indexOf('.', path.lastIndexOf('/') + 1);
  const place = next.trim();
  const space = place.lastIndexOf(' +0x');
  return {
    raw,
    function: path.slice(dot + 1),
    ...(dot > 0 && { module: path.slice(0, dot) }),
    ...splitPosition(space > 0 ? place.slice(0, space) : place),
  };
}

function readHeader(lines: readonly string[]): { readonly type: string; readonly message: string } {
  const text = lines
    .filter((line) => !line.startsWith('[signal '))
    .join('\n')
    .trim();
  const kind = /^(panic|fatal error): /.exec(text)?.[1];
  if (kind === undefined) return { type: '', message: text };
  return {
    type: kind,
    message: text
      .slice(kind.length + 2)
      .split('\n')
      .map(withoutRecovery)
      .join('\n'),
  };
}

function withoutRecovery(line: string): string {
  const at = line.endsWith(']') ? line.lastIndexOf(' [recovered') : -1;
  return at < 0 ? line : line.slice(0, at);
}
