import { parseInstant, type JsonObject, type JsonValue } from '@svc/contract';
import { invalidField } from '@svc/errors';
import { compilePattern } from '@svc/flags';
import { parseDuration, toNanoseconds } from '@svc/reading/time';
import {
  isOperator,
  OPERATORS,
  type Operator,
  type PropertyQuestion,
  type PropertyTest,
  type Scalar,
} from './operators.js';

/** One `{field, op, value}`. What fields there are is for whoever has them to say. */
export interface PropertyFilter {
  readonly field: string;
  readonly test: PropertyTest;
}

const MAX_FILTERS = 20;
const MAX_VALUES = 200;
/** The longest property key of capture and the longest prefix before it. */
const MAX_FIELD_BYTES = 512 + 64;
const MAX_TEXT_BYTES = 4_096;
const MAX_PATTERN_LENGTH = 200;

/**
 * Reads filters as a request has them; all of them must hold.
 *
 * @param path of the list in the request, for the errors.
 * @param now nanoseconds since 1970, for dates such as `-7d`.
 * @throws ServiceError `invalid_request` naming the part that is wrong.
 */
export function readFilters(filters: readonly JsonObject[], path: string, now: bigint): PropertyFilter[] {
  if (filters.length > MAX_FILTERS) throw invalidField(path, `must have at most ${MAX_FILTERS} filters`);
  return filters.map((filter, index) => readFilter(filter, `${path}[${index}]`, now));
}

export function readFilter(filter: JsonObject, path: string, now: bigint): PropertyFilter {
  for (const name of Object.keys(filter)) {
    if (!['field', 'op', 'value'].includes(name)) throw invalidField(path, 'may only have field, op and value');
  }
  const { field, op, value } = filter;
  if (typeof field !== 'string' || field === '') throw invalidField(`${path}.field`, 'must name a field');
  if (Buffer.byteLength(field) > MAX_FIELD_BYTES) throw invalidField(`${path}.field`, 'is too long');
  return { field, test: readTest(op, value, path, now) };
}

/** The question of an operator and its value. */
export function readTest(
  op: JsonValue | undefined,
  value: JsonValue | undefined,
  path: string,
  now: bigint,
): PropertyTest {
  if (!isOperator(op)) throw invalidField(`${path}.op`, `must be one of ${OPERATORS.join(', ')}`);
  const at = `${path}.value`;
  return { question: readQuestion(op, value, at, now), isNegated: NEGATED.has(op) };
}

const NEGATED: ReadonlySet<Operator> = new Set(['neq', 'not_in', 'not_contains', 'not_regex', 'is_not_set']);

function readQuestion(op: Operator, value: JsonValue | undefined, at: string, now: bigint): PropertyQuestion {
  switch (op) {
    case 'is_set':
    case 'is_not_set':
      if (value !== undefined && value !== null) throw invalidField(at, 'must be absent for this operator');
      return { kind: 'set' };
    case 'eq':
    case 'neq':
      return { kind: 'equals', values: [readScalar(value, at)] };
    case 'in':
    case 'not_in':
      if (!Array.isArray(value) || value.length === 0 || value.length > MAX_VALUES)
        throw invalidField(at, `must be an array of 1 to ${MAX_VALUES} values`);
      return { kind: 'equals', values: value.map((item, index) => readScalar(item, `${at}[${index}]`)) };
    case 'contains':
    case 'not_contains':
      return { kind: 'contains', text: readText(value, at) };
    case 'icontains':
    case 'starts_with':
    case 'ends_with':
      return { kind: op, text: readText(value, at) };
    case 'regex':
    case 'not_regex':
      return { kind: 'regex', text: readPattern(value, at) };
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte': {
      const bound = readScalar(value, at);
      if (typeof bound !== 'number' && typeof bound !== 'string') throw invalidField(at, 'must be a number or a text');
      return { kind: op, bound };
    }
    case 'date_before':
    case 'date_after':
      return { kind: op, instant: readInstant(value, at, now) };
  }
}

function readScalar(value: JsonValue | undefined, at: string): Scalar {
  if (value === null || typeof value === 'boolean' || typeof value === 'number') return value;
  if (typeof value === 'string') return readText(value, at, 0);
  throw invalidField(at, 'must be a text, a number, true, false or null');
}

function readText(value: JsonValue | undefined, at: string, least = 1): string {
  const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
  if (typeof text !== 'string' || text.length < least) throw invalidField(at, 'must be a text that is not empty');
  if (Buffer.byteLength(text) > MAX_TEXT_BYTES) throw invalidField(at, `must have at most ${MAX_TEXT_BYTES} bytes`);
  return text;
}

/** The column store's patterns are RE2's too, but it compiles one only when there is a text to try it on. */
function readPattern(value: JsonValue | undefined, at: string): string {
  const pattern = readText(value, at);
  if (pattern.length > MAX_PATTERN_LENGTH) throw invalidField(at, `must have at most ${MAX_PATTERN_LENGTH} characters`);
  if (!compilePattern(pattern))
    throw invalidField(at, 'must be a regular expression of RE2: no look-around, no back-references');
  return pattern;
}

/** An RFC 3339 time, or one before now such as `-7d`. */
function readInstant(value: JsonValue | undefined, at: string, now: bigint): bigint {
  const ago = typeof value === 'string' && value.startsWith('-') ? parseDuration(value.slice(1)) : undefined;
  if (ago !== undefined) return now - ago;
  const instant = typeof value === 'string' ? parseInstant(value) : undefined;
  const nanoseconds = instant && toNanoseconds(instant);
  if (nanoseconds === undefined || nanoseconds < EARLIEST || nanoseconds > LATEST)
    throw invalidField(at, `must be an RFC 3339 time from 1900 to 2261 or a time before now such as -7d`);
  return nanoseconds;
}

const yearStart = (year: number): bigint => BigInt(Date.UTC(year, 0, 1)) * 1_000_000n;
/** What the column store's moments hold. */
const EARLIEST = yearStart(1900);
const LATEST = yearStart(2262);
