import type { BareFrame, Frame } from '../stack.js';
import type { OpenException, StackBuilder } from './builder.js';
import { indentation, isLong, splitHeader, toNumber } from './text.js';

/** Stacks of Java, Kotlin and Android, and of the OpenTelemetry SDK for PHP, which has taken their form. */
export function parseJava(lines: readonly string[], builder: StackBuilder): void {
  new JavaReader(builder).read(lines);
}

class JavaReader {
  /** The latest exception of each indentation: the one that shares frames with the following one. */
  private readonly latest = new Map<number, OpenException>();
  private exception: OpenException | undefined;
  private hasFrames = false;

  constructor(private readonly builder: StackBuilder) {}

  read(lines: readonly string[]): void {
    for (const line of lines) {
      if (isLong(line)) this.#other(line);
      else this.#line(line, line.trim());
    }
  }

  #line(line: string, text: string): void {
    const frame = text.startsWith('at ') ? this.builder.parse(text, parseFrame) : undefined;
    if (frame) this.#frame(frame);
    else if (text.startsWith('... ')) this.#common(text);
    else if (text.startsWith('Caused by: ')) this.#nested(line, text.slice(11), 'cause');
    else if (text.startsWith('Suppressed: ')) this.#nested(line, text.slice(12), 'suppressed');
    else if (this.exception === undefined) this.#first(text);
    else this.#other(line);
  }

  #first(text: string): void {
    if (text === '') return;
    const prefix = /^Exception in thread "[^"]*" /.exec(text)?.[0] ?? '';
    const { type, message } = splitHeader(text.slice(prefix.length));
    this.#open(0, this.builder.begin('thrown', type, message));
  }

  /** The cause of a suppressed exception counts as suppressed too: it is not why the reported one was thrown. */
  #nested(line: string, header: string, relation: 'cause' | 'suppressed'): void {
    const depth = indentation(line);
    const isInside = depth > 0 || this.exception === undefined;
    const text = header.startsWith('[CIRCULAR REFERENCE:') ? header.slice(20, -1).trim() : header;
    const { type, message } = splitHeader(text);
    const enclosing = this.#enclosing(relation === 'cause' ? depth : depth - 1);
    this.#open(depth, this.builder.begin(isInside && depth > 0 ? 'suppressed' : relation, type, message));
    this.shared = enclosing?.frames ?? [];
  }

  private shared: OpenException['frames'] = [];

  #enclosing(depth: number): OpenException | undefined {
    for (let at = depth; at >= 0; at--) {
      const found = this.latest.get(at);
      if (found) return found;
    }
    return undefined;
  }

  #open(depth: number, exception: OpenException): void {
    this.exception = exception;
    this.hasFrames = false;
    for (const at of this.latest.keys()) if (at > depth) this.latest.delete(at);
    this.latest.set(depth, exception);
  }

  #frame(frame: Frame): void {
    this.hasFrames = true;
    this.exception ??= this.builder.begin('thrown', '', '');
    this.latest.set(0, this.latest.get(0) ?? this.exception);
    this.builder.add(frame, this.exception);
  }

  /** `... 12 more`: the last frames of the enclosing exception. */
  #common(text: string): void {
    const count = toNumber(/^\.\.\. (\d{1,6}) (?:more|common frames omitted)/.exec(text)?.[1] ?? '');
    if (count === undefined || this.exception === undefined) return;
    this.hasFrames = true;
    this.builder.copy(this.shared.slice(Math.max(0, this.shared.length - count)), this.exception);
  }

  #other(line: string): void {
    this.exception ??= this.builder.begin('thrown', '', '');
    if (this.hasFrames) this.builder.raw(line, this.exception);
    else this.exception.message += `\n${line}`;
  }
}

/** `at loader/module@1.2/com.example.Order.pay(Order.java:12) ~[order.jar:1.2]` */
function parseFrame(raw: string): BareFrame | undefined {
  const open = raw.indexOf('(', 3);
  const close = raw.indexOf(')', open);
  if (open < 0 || close < 0) return undefined;
  const path = raw.slice(3, open).trim();
  const call = path.slice(moduleEnd(path) + 1);
  const dot = call.lastIndexOf('.');
  const place = raw.slice(open + 1, close);
  const colon = place.lastIndexOf(':');
  const file = colon < 0 ? place : place.slice(0, colon);
  const line = colon < 0 ? undefined : toNumber(place.slice(colon + 1));
  return {
    raw,
    function: call.slice(dot + 1),
    ...(dot > 0 && { module: call.slice(0, dot) }),
    ...(!NO_FILE.has(file) && { file }),
    ...(line !== undefined && { line }),
  };
}

/** The slash after the module; `Pay$$Lambda/0x00007f.run` has one of its own. */
function moduleEnd(path: string): number {
  const lambda = path.indexOf('$$Lambda');
  return path.lastIndexOf('/', lambda < 0 ? path.length : lambda);
}

const NO_FILE = new Set(['', 'Native Method', 'Unknown Source']);
