import { usageError } from '../runtime/failure.js';
import { parseDuration } from '../runtime/values/duration.js';
import { resolveBound } from '../runtime/values/instant.js';
import { instantNs } from '../runtime/values/instant.js';
import { isObject, type Json, type JsonObject } from '../runtime/values/json.js';
import { isIdempotencyKey, parseBoolean, parseInteger, parseList, parseUint64 } from '../runtime/values/scalars.js';
import type { Flag, FlagValue, FlagValues, RawFlags } from './flag.js';
import { readJson } from './read-json.js';

type FlagOf<Kind extends Flag['kind']> = Extract<Flag, { kind: Kind }>;
type WholeNumber = Flag & { readonly kind: 'int' | 'int64' | 'uint32' };

/**
 * Converts the occurrences of flags to typed values. If a flag with one value is repeated, the last occurrence applies.
 *
 * @throws Failure with the flag and the valid values; all missing flags are reported together.
 */
export function parseFlags(flags: readonly Flag[], raw: RawFlags, nowMs: number): FlagValues {
  const missing = flags.filter((flag) => flag.required && raw[flag.name] === undefined);
  if (missing.length > 0) {
    const names = missing.map(({ name }) => `--${name}`).join(', ');
    const confirmed = missing.some(({ name }) => name === 'yes') ? '; --yes confirms what cannot be undone' : '';
    throw usageError(`${names} ${missing.length === 1 ? 'is' : 'are'} required${confirmed}`);
  }
  const values: Record<string, FlagValue | undefined> = {};
  const given = new Set<string>();
  for (const flag of flags) {
    const occurrences = raw[flag.name];
    if (occurrences) given.add(flag.name);
    values[flag.name] = occurrences ? parseFlag(flag, occurrences, nowMs) : absentValue(flag, nowMs);
  }
  if (values['cursor'] !== undefined) leaveWindowToCursor(flags, raw, values);
  checkWindow(flags, values);
  return { values, given };
}

function parseFlag(flag: Flag, occurrences: readonly string[], nowMs: number): FlagValue | undefined {
  const last = occurrences.at(-1) ?? '';
  switch (flag.kind) {
    case 'string':
      return parseString(flag, last, nowMs);
    case 'bool':
      return parseBoolean(last) ?? refuse(flag, 'must be true or false');
    case 'int':
    case 'int64':
    case 'uint32':
      return parseInt(flag, last);
    case 'uint64': {
      const value = parseUint64(last);
      return value !== undefined && value >= flag.min ? value : refuse(flag, `must be a whole number from ${flag.min}`);
    }
    case 'float64':
      return parseNumber(last) ?? refuse(flag, 'must be a number such as 0.8');
    case 'duration':
      return parseLength(flag, last);
    case 'stringSlice':
      return parseStrings(flag, occurrences);
  }
}

function parseString(flag: FlagOf<'string'>, text: string, nowMs: number): string | JsonObject | readonly Json[] {
  const { choices, separated } = flag;
  const parts = separated ? text.split(',') : [text];
  if (choices && !parts.every((part) => choices.includes(part)))
    return refuse(flag, `must be one ${separated ? 'or more ' : ''}of ${choices.join(', ')}`);
  switch (flag.format) {
    case undefined:
      return text;
    case 'not_empty':
      return text === '' ? refuse(flag, 'must not be empty') : text;
    case 'bound':
      return (
        resolveBound(text, nowMs) ?? refuse(flag, 'must be a duration such as 30m, 6h or 7d, or an RFC 3339 timestamp')
      );
    case 'json_object':
      return parseObject(flag, text) ?? refuse(flag, 'must be a JSON object');
    case 'json_array':
      return parseArray(flag, text) ?? refuse(flag, 'must be a JSON array');
    case 'timestamp':
      return instantNs(text) === undefined ? refuse(flag, 'must be an RFC 3339 timestamp') : text;
    case 'idempotency_key':
      return isIdempotencyKey(text) ? text : refuse(flag, 'must be 1 to 128 letters, digits and . _ : -');
  }
}

function parseObject({ name }: Flag, text: string): JsonObject | undefined {
  const json = readJson(text, `--${name}`);
  return isObject(json) ? json : undefined;
}

function parseArray({ name }: Flag, text: string): readonly Json[] | undefined {
  const json = readJson(text, `--${name}`);
  return Array.isArray(json) ? (json as readonly Json[]) : undefined;
}

function parseInt(flag: WholeNumber, text: string): number | undefined {
  const value = parseInteger(text);
  if (value === flag.default) return absentOr(flag, value);
  if (value === undefined || value < flag.min || (flag.max !== undefined && value > flag.max)) {
    return refuse(flag, `must be a whole number from ${flag.min}${flag.max === undefined ? '' : ` to ${flag.max}`}`);
  }
  return value;
}

function parseLength(flag: FlagOf<'duration'>, text: string): number {
  const [length, min = 0, max = Infinity] = [text, flag.min, flag.max].map(parseDuration);
  if (length === undefined || length < min || length > max)
    return refuse(flag, `must be a duration from ${flag.min} to ${flag.max}`);
  return length;
}

function parseStrings(flag: FlagOf<'stringSlice'>, occurrences: readonly string[]): readonly string[] {
  const items = parseList(occurrences) ?? refuse(flag, 'contains an empty item');
  if (flag.choices && !items.every((item) => flag.choices?.includes(item))) {
    return refuse(flag, `must be one or more of ${flag.choices.join(', ')}`);
  }
  return items;
}

function absentValue(flag: Flag, nowMs: number): FlagValue | undefined {
  switch (flag.kind) {
    case 'string':
      return flag.default === undefined || flag.defaultIsServers ? undefined : parseString(flag, flag.default, nowMs);
    case 'bool':
      return flag.default;
    case 'int':
    case 'int64':
    case 'uint32':
      return absentOr(flag, flag.default);
    case 'duration':
      return parseDuration(flag.default);
    case 'uint64':
    case 'float64':
    case 'stringSlice':
      return undefined;
  }
}

/** A finite decimal number. */
function parseNumber(text: string): number | undefined {
  if (!/^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text)) return undefined;
  const value = Number(text);
  return Number.isFinite(value) ? value : undefined;
}

function absentOr(flag: WholeNumber, value: number): number | undefined {
  return value < flag.min ? undefined : value;
}

/**
 * A duration back from now means another window on each page, and the cursor knows that of the first page. Where the service requires
 * the bounds, they must be timestamps.
 */
function leaveWindowToCursor(
  flags: readonly Flag[],
  raw: RawFlags,
  values: Record<string, FlagValue | undefined>,
): void {
  for (const flag of flags) {
    if (flag.kind !== 'string' || flag.format !== 'bound') continue;
    const text = raw[flag.name]?.at(-1);
    if (text === undefined || instantNs(text) !== undefined) continue;
    if (flag.required) refuse(flag, 'must be a timestamp when --cursor is given: that of the first page');
    values[flag.name] = undefined;
  }
}

/** Refuses a window that ends before it starts, instead of returning an empty result. */
function checkWindow(flags: readonly Flag[], values: Readonly<Record<string, FlagValue | undefined>>): void {
  const [since, until] = ['since', 'until'].map((name) => {
    const flag = flags.find((candidate) => candidate.name === name);
    const value = values[name];
    return flag?.kind === 'string' && ['bound', 'timestamp'].includes(flag.format ?? '') && typeof value === 'string'
      ? instantNs(value)
      : undefined;
  });
  if (since !== undefined && until !== undefined && since >= until) throw usageError('--since must be before --until');
}

function refuse(flag: Flag, reason: string): never {
  throw usageError(`--${flag.name} ${reason}`);
}
