import type { BareFrame, Frame } from '../stack.js';
import type { StackBuilder } from './builder.js';
import { isHeader, isLong, splitHeader, splitPosition } from './text.js';

/** Stacks of V8, SpiderMonkey and JavaScriptCore, also as Node prints them with `[cause]` and `[errors]`. */
export function parseJavaScript(lines: readonly string[], builder: StackBuilder): void {
  const first = lines.findIndex((line) => NESTED.test(line) || parseLine(line, builder) !== undefined);
  const header = first < 0 ? lines : lines.slice(0, first);
  const { type, message } = readHeader(header);
  builder.begin('thrown', type, message);
  if (first < 0) return;
  let isList = false;
  for (const line of lines.slice(first)) {
    const frame = parseLine(line, builder);
    if (frame) builder.add(frame);
    else if (NESTED_LIST.test(line)) isList = true;
    else if (beginsNested(line, isList)) beginNested(line, isList, builder);
    else if (!/^[\s{}[\],^]*$/.test(line)) continueHeader(line, builder);
  }
}

const NESTED = /^\s*\[(?:cause\]: |errors\]: \[)/;
const NESTED_LIST = /^\s*\[errors\]: \[/;
const CAUSE = /^\s*(?:\[cause\]|[Cc]aused by): ?/;

function beginsNested(line: string, isList: boolean): boolean {
  return !isLong(line) && (CAUSE.test(line) || (isList && isHeader(unprefixed(line.trim()))));
}

function beginNested(line: string, isList: boolean, builder: StackBuilder): void {
  const { type, message } = splitHeader(unprefixed(line.replace(CAUSE, '').trim()));
  builder.begin(isList ? 'suppressed' : 'cause', type, message);
}

/** A line after the beginning of a nested exception belongs to its message; elsewhere it is an unknown frame. */
function continueHeader(line: string, builder: StackBuilder): void {
  const { current } = builder;
  if (current.frames.length === 0 && current.relation !== 'thrown') current.message += `\n${line}`;
  else builder.raw(line);
}

/** The type and the message before the frames. Node prints the source line first; the message may have several lines. */
function readHeader(lines: readonly string[]): { readonly type: string; readonly message: string } {
  const start = lines.findIndex((line) => !isLong(line) && isHeader(unprefixed(line)));
  const [first = '', ...rest] = lines.slice(Math.max(0, start));
  const { type, message } = isLong(first) ? { type: '', message: first } : splitHeader(unprefixed(first));
  return { type, message: [message, ...rest].join('\n').trim() };
}

/** Removes the decoration that the console and `util.inspect` add. */
function unprefixed(text: string): string {
  const line = text.startsWith('[') ? text.replace(/^\[/, '').replace(/\](?: \{)?$/, '') : text;
  return line.replace(/^Uncaught (?:\(in promise\) )?/, '').replace(/^(\w+) \[(\w+)\]/, '$1');
}

function parseLine(line: string, builder: StackBuilder): Frame | undefined {
  return isLong(line) ? undefined : builder.parse(line.trim(), parseCall);
}

function parseCall(text: string): BareFrame | undefined {
  return text.startsWith('at ') ? parseV8(text.slice(3), text) : parseGecko(text);
}

function parseV8(given: string, raw: string): BareFrame | undefined {
  const call = given.endsWith(' {') ? given.slice(0, -2) : given;
  const text = call.replace(/^async (?=.)/, '');
  const open = text.endsWith(')') ? text.indexOf(' (') : -1;
  if (open < 0) {
    const place = readPlace(text);
    if (place) return { raw, ...place };
    return text === '<anonymous>' ? { raw, inApp: false } : undefined;
  }
  const name = text.slice(0, open);
  const place = readPlace(text.slice(open + 2, -1));
  return { raw, ...place, function: functionName(name), ...(place ? {} : { inApp: false }) };
}

/** Removes `new`, the alias of a method and the index of a promise. */
function functionName(name: string): string {
  const alias = name.indexOf(' [as ');
  const own = alias > 0 && name.endsWith(']') ? name.slice(0, alias) : name;
  return own.startsWith('new ') ? own.slice(4) : own;
}

/** The file of `url:1:2`, of the outermost script that evaluated the code, or of a WebAssembly module; undefined for native code. */
function readPlace(location: string): BareFrame | undefined {
  if (location.startsWith('eval at ')) {
    const open = location.lastIndexOf('(');
    const close = location.indexOf(')', open);
    return open < 0 || close < 0 ? undefined : readPlace(location.slice(open + 1, close));
  }
  const wasm = location.indexOf(':wasm-function[');
  if (wasm > 0) return readWasm(location, wasm);
  const place = splitPosition(location.replace(/^address at /, ''));
  return place.line === undefined || place.file === '' || place.file === '<anonymous>' ? undefined : place;
}

function readWasm(location: string, at: number): BareFrame {
  const address = location.slice(location.lastIndexOf(':') + 1);
  const end = location.indexOf(']', at);
  const name = location.slice(at + 1, end + 1);
  return {
    file: location.slice(0, at),
    function: name,
    ...(/^0x[0-9a-f]+$/i.test(address) && { address: address.toLowerCase() }),
  };
}

/** Names that have a space although they are no part of a message. */
const NAME_WITH_SPACE = /^(?:(?:global|eval|module) code|(?:get|set|async) \S+)$/;

/** `function@url:line:column` of SpiderMonkey and JavaScriptCore, or an address alone. */
function parseGecko(raw: string): BareFrame | undefined {
  const at = raw.indexOf('@');
  const location = raw.slice(at + 1);
  if (location === '[native code]') return { raw, ...(at > 0 && { function: raw.slice(0, at) }), inApp: false };
  if (at < 0 && !/^[a-z][a-z0-9+.-]*:\/\//i.test(raw)) return undefined;
  const place = splitPosition(location);
  const evaluated = place.file.indexOf(' line ');
  const file = evaluated > 0 ? place.file.slice(0, evaluated) : place.file;
  if (place.line === undefined || !(file.includes('/') || file.includes('\\'))) return undefined;
  const name = raw.slice(0, Math.max(0, at));
  const caller = name.slice(name.lastIndexOf('*') + 1);
  if (name.includes(' ') && !NAME_WITH_SPACE.test(name) && !name.includes('*')) return undefined;
  const position = evaluated > 0 ? evaluatedAt(place.file, evaluated) : { line: place.line, column: place.column };
  return { raw, ...(caller !== '' && { function: caller }), file, ...defined(position) };
}

/** `url line 26 > eval`: the line of the call of eval. */
function evaluatedAt(text: string, at: number): { readonly line?: number } {
  const line = /^ line (\d{1,9}) > /.exec(text.slice(at))?.[1];
  return line === undefined ? {} : { line: Number(line) };
}

function defined({ line, column }: { line?: number | undefined; column?: number | undefined }): BareFrame {
  return { ...(line !== undefined && { line }), ...(column !== undefined && { column }) };
}
