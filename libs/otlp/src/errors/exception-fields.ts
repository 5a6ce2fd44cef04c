import type { StoredAttribute } from '../attributes/stored-attribute.js';

/** The attributes of an exception, as text. */
export interface ExceptionFields {
  readonly type: string;
  readonly message: string;
  readonly stacktrace: string;
  /** yes, no or ''. */
  readonly handled: string;
  readonly mechanism: string;
  readonly dist: string;
  readonly debugIds: Readonly<Record<string, string>>;
  readonly fingerprint: readonly string[];
}

/** These have columns of their own. */
const COLUMNS = new Set([
  'exception.type',
  'exception.message',
  'exception.stacktrace',
  'exception.debug_ids',
  'debug_ids',
]);

export function readExceptionFields(attributes: readonly StoredAttribute[]): ExceptionFields {
  const values = new Map(attributes.map(({ key, value }) => [key, value]));
  const first = (...keys: readonly string[]): string => {
    for (const key of keys) {
      const value = values.get(key);
      if (value !== undefined && value !== '') return value;
    }
    return '';
  };
  return {
    type: first('exception.type'),
    message: first('exception.message'),
    stacktrace: first('exception.stacktrace').slice(0, MAX_STACK),
    handled: readHandled(first('exception.handled', 'error.handled'), first('exception.escaped')),
    mechanism: first('exception.mechanism', 'error.mechanism'),
    dist: first('exception.dist', 'dist'),
    debugIds: readDebugIds(first('exception.debug_ids', 'debug_ids')),
    fingerprint: readFingerprint(first('error.fingerprint', 'exception.fingerprint', '$exception_fingerprint')),
  };
}

/** Whether there is anything that an error could be recognized by. */
export function isException({ type, message, stacktrace }: ExceptionFields): boolean {
  return type !== '' || message !== '' || stacktrace !== '';
}

/** The attributes that have no column. */
export function remainingAttributes(attributes: readonly StoredAttribute[]): StoredAttribute[] {
  return attributes.filter(({ key }) => !COLUMNS.has(key));
}

/** An exception that left the scope of its span was not handled there. */
function readHandled(handled: string, escaped: string): string {
  if (handled === 'true') return 'yes';
  if (handled === 'false') return 'no';
  if (escaped === '') return '';
  return escaped.toLowerCase() === 'true' ? 'no' : 'yes';
}

/** A list, or one text. */
export function readFingerprint(text: string): readonly string[] {
  if (text === '') return [];
  const parts = text.startsWith('[') ? readJson(text) : undefined;
  const list: readonly unknown[] = Array.isArray(parts) ? parts : [text];
  return list
    .filter((part) => typeof part === 'string')
    .slice(0, MAX_PARTS)
    .map((part) => part.slice(0, MAX_PART));
}

/** Characters of a stack that the row of an error keeps; the span or log record that reports it has all of it. */
const MAX_STACK = 256 * 1024;
/** Parts of a fingerprint, and characters of each. */
const MAX_PARTS = 16;
const MAX_PART = 512;
/** Files with debug IDs of one error. */
const MAX_DEBUG_IDS = 250;

/** A JSON object of debug IDs by file. */
function readDebugIds(text: string): Readonly<Record<string, string>> {
  return text === '' ? {} : toDebugIds(readJson(text));
}

export function toDebugIds(value: unknown): Readonly<Record<string, string>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
  const pairs = Object.entries(value).filter((pair): pair is [string, string] => typeof pair[1] === 'string');
  return Object.fromEntries(pairs.slice(0, MAX_DEBUG_IDS).map(([file, id]) => [file, id.toLowerCase()]));
}

/** A longer text is not parsed. */
const MAX_JSON = 256 * 1024;

function readJson(text: string): unknown {
  try {
    return text.length > MAX_JSON ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
