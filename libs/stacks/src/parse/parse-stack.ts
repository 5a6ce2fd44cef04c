import type { ErrorInput } from '../error-input.js';
import { MAX_MESSAGE, MAX_NAME } from '../limits.js';
import { detectPlatform, hintedPlatform } from '../platform/detect.js';
import { isInApp } from '../platform/in-app.js';
import type { Exception, Platform, Stack } from '../stack.js';
import { parseApple } from './apple.js';
import { StackBuilder } from './builder.js';
import { parseDotnet } from './dotnet.js';
import { FrameCache } from './frame-cache.js';
import { parseGo } from './go.js';
import { parseJava } from './java.js';
import { parseJavaScript } from './javascript.js';
import { parsePhp } from './php.js';
import { parsePython } from './python.js';
import { parseRuby } from './ruby.js';
import { parseRust } from './rust.js';
import { parseStructured, readStructured, structuredFrames } from './structured.js';
import { isHeader, isLong, readLines, splitHeader } from './text.js';

const PARSERS: Readonly<Record<Platform, (lines: readonly string[], builder: StackBuilder) => void>> = {
  javascript: parseJavaScript,
  node: parseJavaScript,
  python: parsePython,
  java: parseJava,
  android: parseJava,
  go: parseGo,
  csharp: parseDotnet,
  ruby: parseRuby,
  php: parsePhp,
  rust: parseRust,
  apple: parseApple,
  other: parseOther,
};

/** Parses a text of unknown form, whose first line may identify the error. */
function parseOther([first = '', ...lines]: readonly string[], builder: StackBuilder): void {
  const { type, message } = !isLong(first) && isHeader(first) ? splitHeader(first) : { type: '', message: first };
  builder.begin('thrown', type, message.trim());
  for (const line of lines) builder.raw(line);
}

/** Parses a stack. Never throws: a line that cannot be parsed is kept as a frame with `raw` alone. */
export function parseStack(input: ErrorInput): Stack {
  const { stacktrace } = input;
  const exceptions = readStructured(stacktrace);
  if (exceptions) return complete(parseFields(exceptions, input), input);
  const hinted = hintedPlatform(input.platform, stacktrace);
  const stack = parseText(stacktrace, hinted ?? detectPlatform(stacktrace));
  if (hinted === undefined || hasCalls(stack)) return complete(stack, input);
  const detected = parseText(stacktrace, detectPlatform(stacktrace));
  return complete(hasCalls(detected) ? detected : stack, input);
}

function hasCalls({ exceptions }: Stack): boolean {
  return exceptions.some(({ frames }) =>
    frames.some(({ function: name, file }) => name !== undefined || file !== undefined),
  );
}

function parseText(text: string, platform: Platform): Stack {
  const builder = newBuilder(platform);
  const start = text.length - text.trimStart().length;
  if (text !== '') PARSERS[platform](readLines(/^\s*\n/.test(text) ? text.slice(start) : text), builder);
  return { platform, exceptions: builder.result };
}

const caches = new Map<Platform, FrameCache>();

function newBuilder(platform: Platform): StackBuilder {
  let cache = caches.get(platform);
  if (!cache) caches.set(platform, (cache = new FrameCache()));
  return new StackBuilder((frame) => isInApp(platform, frame), cache);
}

function parseFields(exceptions: readonly Readonly<Record<string, unknown>>[], input: ErrorInput): Stack {
  const given = exceptions.flatMap(structuredFrames).find((frame) => typeof frame['platform'] === 'string')?.[
    'platform'
  ];
  const hint = typeof given === 'string' && given !== 'custom' ? given : input.platform;
  const platform = hintedPlatform(hint, '') ?? hintedPlatform(input.platform, '') ?? 'other';
  const builder = newBuilder(platform);
  parseStructured(exceptions, builder);
  return { platform, exceptions: builder.result };
}

/** The type and message that the sender reports take precedence, unless the text names the same type in full. */
function complete(stack: Stack, input: ErrorInput): Stack {
  const [first, ...others] = stack.exceptions;
  const { type, message, frames } = first ?? { type: '', message: '', frames: [] };
  const thrown: Exception = {
    relation: 'thrown',
    type: reportedType(input.type, type).slice(0, MAX_NAME),
    message: (input.message !== '' ? input.message : message).slice(0, MAX_MESSAGE),
    frames,
  };
  return { platform: stack.platform, exceptions: [thrown, ...others] };
}

function reportedType(given: string, parsed: string): string {
  if (given === '' || (parsed !== given && simpleType(parsed) === given)) return parsed;
  return given;
}

/** The last segment of a type, which is the same however much of its path a reporter gives. */
export function simpleType(type: string): string {
  const end = Math.max(type.lastIndexOf('.'), type.lastIndexOf('\\'), type.lastIndexOf(':'), type.lastIndexOf('/'));
  return type.slice(end + 1);
}
