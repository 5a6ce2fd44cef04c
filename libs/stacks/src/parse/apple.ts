import type { BareFrame } from '../stack.js';
import type { StackBuilder } from './builder.js';
import { isLong, toNumber } from './text.js';

interface Image {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly id: string;
}

/** Crash texts of Apple's systems and `Thread.callStackSymbols`. Of the threads only the one that crashed is read. */
export function parseApple(lines: readonly string[], builder: StackBuilder): void {
  const short = lines.filter((line) => !isLong(line));
  const images = readImages(short);
  const exception = builder.begin('thrown', ...readHeader(short));
  const stack = section(short, (line) => /^Last Exception Backtrace:/.test(line));
  const own = stack.length > 0 ? stack : section(short, (line) => /^Thread \d+.* Crashed:/.test(line));
  const all = own.length > 0 ? own : short.filter((line) => /^\d+\s/.test(line));
  for (const line of all) for (const frame of readFrames(line, images)) builder.add(frame, exception);
}

function readHeader(lines: readonly string[]): readonly [type: string, message: string] {
  const find = (name: string): string | undefined =>
    lines
      .find((line) => line.startsWith(`${name}:`))
      ?.slice(name.length + 1)
      .trim();
  const type = find('Exception Type') ?? '';
  const reason = find('Termination Reason') ?? find('Exception Codes') ?? find('Exception Subtype') ?? '';
  const thrown = lines.find((line) => line.includes('Terminating app due to uncaught exception'));
  const name = thrown === undefined ? null : /exception '([^']+)', reason: '(.*)'$/.exec(thrown);
  return name ? [name[1] ?? type, name[2] ?? reason] : [type, reason];
}

/** The lines after the one that `begins` finds, up to an empty line. */
function section(lines: readonly string[], begins: (line: string) => boolean): readonly string[] {
  const start = lines.findIndex(begins);
  if (start < 0) return [];
  const end = lines.findIndex((line, at) => at > start && line.trim() === '');
  return lines.slice(start + 1, end < 0 ? undefined : end);
}

/** `0x1026e0000 - 0x1026effff Shop arm64  <0123…> /var/…/Shop` */
function readImages(lines: readonly string[]): Image[] {
  const start = lines.findIndex((line) => line.startsWith('Binary Images:'));
  if (start < 0) return [];
  return lines.slice(start + 1).flatMap((line) => {
    const match = /^\s*(0x[0-9a-f]{1,16}) -\s+(0x[0-9a-f]{1,16})\s+[+]?(\S[^<]*)<([0-9a-f-]{32,36})>/i.exec(line);
    if (!match) return [];
    const [, from = '', to = '', label = '', id = ''] = match;
    const name = label.trim().replace(/ [^ ]+$/, '');
    return [{ name, start: Number(from), end: Number(to), id: toUuid(id) }];
  });
}

function toUuid(text: string): string {
  const digits = text.replaceAll('-', '').toLowerCase();
  if (digits.length !== 32) return '';
  const cuts = [0, 8, 12, 16, 20, 32];
  return cuts
    .slice(1)
    .map((end, index) => digits.slice(cuts[index], end))
    .join('-');
}

function readFrames(line: string, images: readonly Image[]): BareFrame[] {
  const text = line.trim();
  if (text.startsWith('(0x'))
    return text
      .slice(1, -1)
      .split(' ')
      .filter(isAddress)
      .map((address) => describe(address, { raw: address }, images));
  const frame = readFrame(text, images);
  if (frame) return [frame];
  return text === '' ? [] : [{ raw: text, inApp: false }];
}

function isAddress(text: string): boolean {
  return /^0x[0-9a-f]{1,16}$/i.test(text);
}

/** `1   Shop   0x00000001026e4b3c 0x1026e0000 + 19260` or `… pay(_:) + 20 (Pay.swift:12)`. */
function readFrame(raw: string, images: readonly Image[]): BareFrame | undefined {
  const space = raw.search(/\s/);
  const at = raw.search(/\s0x[0-9a-f]{1,16}(?:\s|$)/i);
  if (space <= 0 || at <= space || !/^\d{1,5}$/.test(raw.slice(0, space))) return undefined;
  const image = raw.slice(space, at).trim();
  const [address = '', ...rest] = raw.slice(at + 1).split(' ');
  if (!isAddress(address)) return undefined;
  const symbol = rest.join(' ').trim();
  const base = /^(0x[0-9a-f]{1,16}) \+ \d{1,19}$/i.exec(symbol);
  const named = base ? {} : readSymbol(symbol);
  const loaded = base?.[1] === undefined ? {} : { imageAddress: normal(base[1]) };
  return describe(address, { raw, ...(image !== '' && { module: image }), ...loaded, ...named }, images);
}

/** `pay(_:) + 20 (Pay.swift:12)` */
function readSymbol(symbol: string): BareFrame {
  const place = symbol.endsWith(')') ? /\(([^()]+):(\d{1,9})\)$/.exec(symbol) : null;
  const call = place ? symbol.slice(0, place.index).trim() : symbol;
  const plus = call.lastIndexOf(' + ');
  const name = plus > 0 ? call.slice(0, plus) : call;
  const line = toNumber(place?.[2] ?? '');
  return {
    ...(name !== '' && { function: name }),
    ...(place?.[1] !== undefined && { file: place[1] }),
    ...(line !== undefined && { line }),
  };
}

function describe(address: string, frame: BareFrame, images: readonly Image[]): BareFrame {
  const value = Number(address);
  const image = images.find(({ start, end }) => value >= start && value <= end);
  return {
    ...frame,
    ...(image && {
      module: frame.module ?? image.name,
      imageAddress: `0x${image.start.toString(16)}`,
      imageId: image.id,
    }),
    address: normal(address),
  };
}

function normal(address: string): string {
  return `0x${BigInt(address).toString(16)}`;
}
