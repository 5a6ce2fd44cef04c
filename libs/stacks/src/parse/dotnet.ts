import type { BareFrame } from '../stack.js';
import type { OpenException, StackBuilder } from './builder.js';
import { isLong, splitHeader, toNumber } from './text.js';

/**
 * Stacks of .NET: the headers of all inner exceptions come first, then the frames of the innermost, then those of the
 * one around it. Newer versions print each inner exception on a line of its own.
 */
export function parseDotnet(lines: readonly string[], builder: StackBuilder): void {
  const open: OpenException[] = [];
  for (const line of lines) {
    const text = line.trim();
    const frame = text.startsWith('at ') && !isLong(text) ? builder.parse(text, parseFrame) : undefined;
    if (frame) builder.add(frame, (open[open.length - 1] ??= builder.begin('thrown', '', '')));
    else if (text.startsWith('--- End of inner exception')) open.pop();
    else if (text.startsWith('--- End of stack trace from') || text === '') continue;
    else if (text.startsWith('---> ')) beginAll(text.slice(5), open, builder);
    else if (open.length === 0) beginAll(text.replace(/^Unhandled exception\. ?/, ''), open, builder);
    else continueMessage(line, open, builder);
  }
}

function beginAll(text: string, open: OpenException[], builder: StackBuilder): void {
  for (const header of text.split(' ---> ')) {
    const member = /^\(Inner Exception #(\d+)\) /.exec(header);
    const { type, message } = splitHeader(member ? header.slice(member[0].length) : header);
    const isFirst = builder.exceptions.length === 0;
    const relation = isFirst ? 'thrown' : member && member[1] !== '0' ? 'suppressed' : 'cause';
    open.push(builder.begin(relation, type, message.replace(/<---$/, '').trim()));
  }
}

function continueMessage(line: string, open: OpenException[], builder: StackBuilder): void {
  const current = open[open.length - 1];
  if (!current || current.frames.length > 0) builder.raw(line, current);
  else if (line.includes(' ---> ')) {
    const at = line.indexOf(' ---> ');
    current.message += `\n${line.slice(0, at)}`;
    beginAll(line.slice(at + 6), open, builder);
  } else current.message += `\n${line}`;
}

/** `at Shop.Orders.Pay(Int32 id) in /src/Orders.cs:line 12` */
function parseFrame(raw: string): BareFrame | undefined {
  const open = raw.indexOf('(');
  const close = raw.indexOf(')', open);
  if (open < 0 || close < 0) return undefined;
  const path = raw
    .slice(3, open)
    .trimEnd()
    .replace(/\.<([^<>]+)>[a-z]__\w+\.MoveNext$/, '.$1');
  const dot = memberDot(path);
  const place = /^ in (.+):(?:line |ligne |Zeile |línea |строка )?(\d{1,9})$/.exec(raw.slice(close + 1));
  const line = toNumber(place?.[2] ?? '');
  return {
    raw,
    function: path.slice(dot + 1),
    ...(dot > 0 && { module: path.slice(0, dot) }),
    ...(place?.[1] !== undefined && { file: place[1] }),
    ...(line !== undefined && { line }),
  };
}

/** The dot before the method; constructors are `.ctor` and `.cctor`. */
function memberDot(path: string): number {
  const dot = path.lastIndexOf('.');
  return path[dot - 1] === '.' ? dot - 1 : dot;
}
