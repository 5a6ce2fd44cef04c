import { parseInstant, type JsonObject, type JsonValue } from '@svc/contract';
import { readFilters, type PatternBudget, type PropertyFilter } from '@svc/property-filters';
import { requireDuration, NANOSECONDS_PER_DAY, type TimeRange, toNanoseconds } from '@svc/reading/time';
import { invalidField } from '@svc/service-error';

/** Compares a number of events with `value`. */
export interface CountComparison {
  readonly op: CountOperator;
  readonly value: number;
}

const COUNT_OPERATORS = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte'] as const;
export type CountOperator = (typeof COUNT_OPERATORS)[number];

/** `last` counts back from the time of evaluation, which it excludes; a time range is fixed. Nanoseconds. */
export type LeafWindow = { readonly last: bigint } | TimeRange;

interface AnyLeaf {
  readonly event: string;
  /** Only events that pass all filters. */
  readonly filters: readonly PropertyFilter[];
}

/**
 * A condition on actions of persons. An event counts once per message ID, for the person its distinct ID currently
 * belongs to.
 *
 * - `performed`: the number of events in the window satisfies `count`; zero events may satisfy it too.
 * - `not_performed`: all persons ever seen who are not in `performed`.
 * - `first_time`: the first event ever, as far as events are kept, is in the window.
 * - `regularly`: the number of events satisfies `count` in at least `atLeast` of the last `periods` periods of length
 *   `period`.
 * - `stopped`: events within `before` ahead of the window, and none in the window.
 * - `restarted`: events in the window and before the `pause` ahead of the window, and none in the pause.
 */
export type BehavioralLeaf =
  | (AnyLeaf & {
      readonly op: 'performed' | 'not_performed';
      readonly count: CountComparison;
      readonly window: LeafWindow;
    })
  | (AnyLeaf & { readonly op: 'first_time'; readonly window: LeafWindow })
  | (AnyLeaf & {
      readonly op: 'regularly';
      readonly count: CountComparison;
      readonly period: bigint;
      readonly periods: number;
      readonly atLeast: number;
    })
  | (AnyLeaf & { readonly op: 'stopped'; readonly window: LeafWindow; readonly before: bigint })
  | (AnyLeaf & { readonly op: 'restarted'; readonly window: LeafWindow; readonly pause: bigint });

export type BehavioralOperator = BehavioralLeaf['op'];

const OWN_FIELDS: Readonly<Record<BehavioralOperator, readonly string[]>> = {
  performed: ['count', 'window'],
  not_performed: ['count', 'window'],
  first_time: ['window'],
  regularly: ['count', 'period', 'periods', 'at_least'],
  stopped: ['window', 'before'],
  restarted: ['window', 'pause'],
};

const DEFAULT_COUNT: CountComparison = { op: 'gte', value: 1 };
const DEFAULT_LENGTH = 30n * NANOSECONDS_PER_DAY;
const MAX_PERIODS = 60;
const MAX_COUNT = 1_000_000;

/**
 * Reads `{type: "event", event, op, filters?, count?: {op, value}, window?: {last: "30d"} or {start, end}}`;
 * `regularly` has `period` (7d), `periods` (4) and `at_least` (all of them) instead of a window; `stopped` has `before`
 * (30d), `restarted` has `pause` (30d).
 *
 * @param path of the leaf in the request, for errors.
 * @param now nanoseconds since 1970, for dates such as `-7d` in filters.
 * @throws ServiceError `invalid_request` that names the invalid part.
 */
export function readBehavioralLeaf(
  json: JsonObject,
  path: string,
  now: bigint,
  patterns: PatternBudget,
): BehavioralLeaf {
  const { event, op } = json;
  if (typeof event !== 'string' || event === '' || Buffer.byteLength(event) > 200)
    throw invalidField(`${path}.event`, 'must be the name of an event');
  if (!isOperator(op)) throw invalidField(`${path}.op`, `must be one of ${Object.keys(OWN_FIELDS).join(', ')}`);
  for (const name of Object.keys(json)) {
    if (!['type', 'event', 'op', 'filters', ...OWN_FIELDS[op]].includes(name))
      throw invalidField(path, `may only have filters, ${OWN_FIELDS[op].join(', ')} with ${op}`);
  }
  const any = { event, filters: readLeafFilters(json['filters'], `${path}.filters`, now, patterns) };
  const window = (): LeafWindow => readLeafWindow(json['window'], `${path}.window`);
  const count = (): CountComparison => readCount(json['count'], `${path}.count`);
  const length = (name: string, fallback: bigint): bigint => readLength(json[name], `${path}.${name}`, fallback);
  switch (op) {
    case 'performed':
    case 'not_performed':
      return { ...any, op, count: count(), window: window() };
    case 'first_time':
      return { ...any, op, window: window() };
    case 'regularly': {
      const periods = wholeNumber(json['periods'] ?? 4, `${path}.periods`, 2, MAX_PERIODS);
      const atLeast = wholeNumber(json['at_least'] ?? periods, `${path}.at_least`, 1, periods);
      return { ...any, op, count: count(), period: length('period', 7n * NANOSECONDS_PER_DAY), periods, atLeast };
    }
    case 'stopped':
      return { ...any, op, window: window(), before: length('before', DEFAULT_LENGTH) };
    case 'restarted':
      return { ...any, op, window: window(), pause: length('pause', DEFAULT_LENGTH) };
  }
}

const isOperator = (op: JsonValue | undefined): op is BehavioralOperator =>
  typeof op === 'string' && Object.hasOwn(OWN_FIELDS, op);

const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function readLeafFilters(
  filters: JsonValue | undefined,
  path: string,
  now: bigint,
  patterns: PatternBudget,
): PropertyFilter[] {
  if (filters === undefined) return [];
  if (!Array.isArray(filters) || !filters.every(isObject)) throw invalidField(path, 'must be an array of objects');
  return readFilters(filters, path, now, patterns);
}

function readCount(count: JsonValue | undefined, path: string): CountComparison {
  if (count === undefined) return DEFAULT_COUNT;
  if (!isObject(count)) throw invalidField(path, 'must be {op, value}');
  const op = COUNT_OPERATORS.find((operator) => operator === count['op']);
  if (!op) throw invalidField(`${path}.op`, `must be one of ${COUNT_OPERATORS.join(', ')}`);
  return { op, value: wholeNumber(count['value'], `${path}.value`, 0, MAX_COUNT) };
}

function wholeNumber(value: JsonValue | undefined, path: string, least: number, most: number): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < least || value > most)
    throw invalidField(path, `must be a whole number from ${least} to ${most}`);
  return value;
}

function readLeafWindow(window: JsonValue | undefined, path: string): LeafWindow {
  if (window === undefined) return { last: DEFAULT_LENGTH };
  if (!isObject(window)) throw invalidField(path, 'must be {last} or {start, end}');
  const { last, start, end } = window;
  if (last !== undefined && start === undefined && end === undefined)
    return { last: readLength(last, `${path}.last`, DEFAULT_LENGTH) };
  const [from, to] = [start, end].map((time) => (typeof time === 'string' ? parseInstant(time) : undefined));
  if (!from || !to || last !== undefined) throw invalidField(path, 'must be {last} or {start, end} as RFC 3339 times');
  const range = { from: toNanoseconds(from), to: toNanoseconds(to) };
  if (range.from >= range.to) throw invalidField(`${path}.end`, 'must be after start');
  return range;
}

const LONGEST = 3_660n * NANOSECONDS_PER_DAY;

function readLength(length: JsonValue | undefined, path: string, fallback: bigint): bigint {
  return length === undefined ? fallback : requireDuration(length, path, LONGEST);
}
