import { invalidField } from '@svc/service-error';
import type { Pair } from './push.js';

/**
 * The text form of labels, which the protobuf of a push has:
 *
 *   labels := '{' [ label { ',' label } [ ',' ] ] '}'
 *   label  := name '=' value
 *   name   := letter or '_' or ':', then these and digits and '.'; or a quoted text
 *   value  := text in double quotes with the escapes of Go, or in backquotes without any
 */
const SPACE = /\s*/y;
const NAME = /[A-Za-z_:][\w:.]*/y;
const QUOTED = /"((?:[^"\\\n]|\\.)*)"|`([^`]*)`/y;
const ESCAPE = /\\(?:([abfnrtv\\'"])|x([\dA-Fa-f]{2})|([0-7]{3})|u([\dA-Fa-f]{4})|U([\dA-Fa-f]{8})|[^])/g;
const CHARACTERS: Readonly<Record<string, string>> = {
  a: '\u0007',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};
const LARGEST_CODE = 0x10_ffff;

/**
 * Parses labels such as `{app="shop", env="prod"}`.
 *
 * @throws ServiceError invalid_request if the text is not in this form, or names a label twice.
 */
export function parseLabels(text: string, path: string): Pair[] {
  const labels: Pair[] = [];
  const names = new Set<string>();
  const fail = (): never => {
    throw invalidField(path, 'must be labels such as {app="shop"}, each once');
  };
  let at = 0;
  const match = (pattern: RegExp): RegExpExecArray | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(text) ?? undefined;
    if (found) at = pattern.lastIndex;
    return found;
  };
  const take = (character: string): boolean => {
    match(SPACE);
    if (text[at] !== character) return false;
    at += 1;
    match(SPACE);
    return true;
  };
  const quoted = (): string | undefined => {
    const [, escaped, raw] = match(QUOTED) ?? [];
    return escaped === undefined ? raw : unescape(escaped, fail);
  };

  if (!take('{')) fail();
  let isOpen = !take('}');
  while (isOpen) {
    const name = match(NAME)?.[0] ?? quoted() ?? fail();
    if (!take('=')) fail();
    const value = quoted() ?? fail();
    if (names.has(name)) fail();
    names.add(name);
    labels.push({ name, value });
    const isFollowed = take(',');
    if (take('}')) isOpen = false;
    else if (!isFollowed) fail();
  }
  return at === text.length ? labels : fail();
}

/** Replaces the escapes of Go. Those of bytes are UTF-8 together with the text around them, so it is treated as bytes too. */
function unescape(text: string, fail: () => never): string {
  if (!text.includes('\\')) return text;
  const bytes = Buffer.from(text)
    .toString('latin1')
    .replace(ESCAPE, (...found) => toBytes(found, fail));
  return Buffer.from(bytes, 'latin1').toString();
}

function toBytes([, named, hexadecimal, octal, short, long]: readonly unknown[], fail: () => never): string {
  if (typeof named === 'string') return CHARACTERS[named] ?? named;
  const byte = parseDigits(hexadecimal, 16) ?? parseDigits(octal, 8);
  if (byte !== undefined) return byte <= 0xff ? String.fromCharCode(byte) : fail();
  const code = parseDigits(short ?? long, 16) ?? Infinity;
  return code <= LARGEST_CODE ? Buffer.from(String.fromCodePoint(code)).toString('latin1') : fail();
}

function parseDigits(digits: unknown, base: number): number | undefined {
  return typeof digits === 'string' ? parseInt(digits, base) : undefined;
}
