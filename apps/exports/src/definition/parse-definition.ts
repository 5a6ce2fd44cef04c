import { parseInstant, type JsonObject, type JsonValue } from '@svc/contract';
import { toSearch } from '@svc/reading/search-language';
import { ERROR_LEVELS, LEVELS } from '@svc/reading/signals';
import { nonEmpty, serviceFilter } from '@svc/reading/statement';
import { NANOSECONDS_PER_DAY, toNanoseconds } from '@svc/reading/time';
import { invalidField } from '@svc/service-error';
import {
  SIGNALS,
  type ExportDefinition,
  type ExportOptions,
  type ExportSignal,
  type TextFilter,
} from './export-definition.js';

const COMMON = ['signal', 'columns', 'options', 'project_id'];
const WINDOW = ['start_time', 'end_time'];
const ORIGIN = ['service', 'environment'];
/** The former name of `service`, which is not documented in errors. */
const FORMER = 'service_name';

/** The members that the query of each signal can have. */
const MEMBERS: Readonly<Record<ExportSignal, ReadonlySet<string>>> = {
  logs: new Set([...COMMON, ...WINDOW, ...ORIGIN, 'q', 'level']),
  traces: new Set([...COMMON, ...WINDOW, ...ORIGIN, 'q']),
  metrics: new Set([...COMMON, ...WINDOW, ...ORIGIN, 'metric']),
  errors: new Set([...COMMON, ...WINDOW, ...ORIGIN, 'q', 'level']),
  events: new Set([...COMMON, ...WINDOW, 'event']),
  persons: new Set(COMMON),
  agent_runs: new Set([...COMMON, ...WINDOW, ...ORIGIN]),
};

const OPTIONS = ['json_array', 'escape_formulas', 'bom', 'flatten_attributes'] as const;
const MAX_QUERY_BYTES = 16_384;
const MAX_FILTER = 4_096;
const MAX_TEXT = 1_000;
/** Values of one filter. */
const MAX_VALUES = 50;
const MAX_COLUMNS = 200;
const COLUMN = /^(?:[a-z][a-z0-9_]{0,63}|attributes\.\P{Cc}{1,280})$/u;
/** Seconds until the end of the year 9999, beyond which RFC 3339 has no time. */
const MAX_SECONDS = 253_402_300_799;

/**
 * Checks the query of an export. Every error names a member and never repeats its value.
 *
 * @param cutoffNs the latest end: what is received later is not exported.
 * @param at what the names of members begin with in errors.
 * @throws ServiceError invalid_request.
 */
export function parseDefinition(query: JsonObject, cutoffNs: bigint, at = 'query.'): ExportDefinition {
  if (Buffer.byteLength(JSON.stringify(query)) > MAX_QUERY_BYTES)
    throw invalidField('query', `must have at most ${MAX_QUERY_BYTES} bytes of JSON`);
  const signal = readSignal(query['signal'], at);
  for (const name of Object.keys(query))
    if (!MEMBERS[signal].has(name === FORMER ? 'service' : name))
      throw invalidField('query', `must have no members but ${[...MEMBERS[signal]].join(', ')}`);
  // The gateway has compared it with the project of the request.
  readText(query['project_id'], `${at}project_id`, MAX_TEXT);
  const text = (name: string, max = MAX_TEXT): string => readText(query[name], `${at}${name}`, max);
  const texts = (name: string): readonly string[] => readTexts(query[name], `${at}${name}`);
  const services = { service: texts('service'), serviceName: text(FORMER) };
  const levels = texts('level').map((level) => readLevel(level, signal, at));
  const q = text('q', MAX_FILTER);
  return {
    signal,
    filter: levels.length > 1 ? toSearch({ q, service: [], environment: [], level: levels }) : q,
    service_name: toFilter(serviceFilter(services, at)),
    environment: toFilter(texts('environment')),
    level: levels.length === 1 ? (levels[0] ?? '') : '',
    metric: text('metric'),
    event: text('event'),
    window: signal === 'persons' ? null : readWindow(query['start_time'], query['end_time'], cutoffNs, at),
    columns: readColumns(query['columns'], `${at}columns`),
    options: readOptions(query['options'], `${at}options`),
  };
}

function readSignal(value: JsonValue | undefined, at: string): ExportSignal {
  const signal = SIGNALS.find((name) => name === value);
  if (!signal) throw invalidField(`${at}signal`, `must be one of ${SIGNALS.join(', ')}`);
  return signal;
}

function readText(value: JsonValue | undefined, path: string, max: number): string {
  if (value === undefined || value === null) return '';
  if (typeof value !== 'string' || value.length > max)
    throw invalidField(path, `must be a text of at most ${max} characters`);
  return value;
}

/** One text, or a list of texts, without empty ones and duplicates. */
function readTexts(value: JsonValue | undefined, path: string): readonly string[] {
  const all = Array.isArray(value) ? value : [value];
  if (all.length > MAX_VALUES) throw invalidField(path, `must be a text or a list of at most ${MAX_VALUES} texts`);
  return nonEmpty(all.map((one) => readText(one, path, MAX_TEXT)));
}

const toFilter = (values: readonly string[]): TextFilter => (values.length > 1 ? values : (values[0] ?? ''));

function readLevel(level: string, signal: ExportSignal, at: string): string {
  const levels = [...(signal === 'errors' ? ERROR_LEVELS : LEVELS).keys()];
  if (!levels.includes(level)) throw invalidField(`${at}level`, `must be one of ${levels.join(', ')}`);
  // Logs call it warn.
  return signal === 'errors' && level === 'warn' ? 'warning' : level;
}

/** A day by default. An end after the cutoff is the cutoff, a start after it is refused, as an empty file would surprise. */
function readWindow(start: JsonValue | undefined, end: JsonValue | undefined, cutoffNs: bigint, at: string) {
  const asked = readTime(end, `${at}end_time`) ?? cutoffNs;
  const to = asked < cutoffNs ? asked : cutoffNs;
  const from = readTime(start, `${at}start_time`) ?? to - NANOSECONDS_PER_DAY;
  if (from >= asked) throw invalidField(`${at}start_time`, 'must be before end_time');
  if (from >= to) throw invalidField(`${at}start_time`, 'must be before now');
  return { from: String(from), to: String(to) };
}

/** RFC 3339, or whole seconds as a number. */
function readTime(value: JsonValue | undefined, path: string): bigint | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_SECONDS)
    return toNanoseconds({ seconds: BigInt(value), nanos: 0 });
  const instant = typeof value === 'string' ? parseInstant(value) : undefined;
  if (!instant)
    throw invalidField(path, 'must be an RFC 3339 time with a zone, or whole seconds since 1970 as a number');
  return toNanoseconds(instant);
}

function readColumns(value: JsonValue | undefined, path: string): readonly string[] | null {
  if (value === undefined || value === null) return null;
  if (!Array.isArray(value) || value.length === 0 || value.length > MAX_COLUMNS)
    throw invalidField(path, `must be a list of 1 to ${MAX_COLUMNS} names`);
  const names: string[] = [];
  for (const name of value) {
    if (typeof name !== 'string' || !COLUMN.test(name))
      throw invalidField(path, 'must be names of columns, or "attributes." and the name of an attribute');
    names.push(name);
  }
  if (new Set(names).size < names.length) throw invalidField(path, 'must not name a column twice');
  return names;
}

function readOptions(value: JsonValue | undefined, path: string): ExportOptions {
  const given = value ?? {};
  if (typeof given !== 'object' || Array.isArray(given)) throw invalidField(path, 'must be an object');
  for (const [name, option] of Object.entries(given)) {
    if (!OPTIONS.some((known) => known === name))
      throw invalidField(path, `must have no members but ${OPTIONS.join(', ')}`);
    if (typeof option !== 'boolean') throw invalidField(`query.options.${name}`, 'must be true or false');
  }
  const [json_array, escape_formulas, bom, flatten_attributes] = OPTIONS.map((name) => given[name] === true);
  return {
    json_array: json_array === true,
    escape_formulas: escape_formulas === true,
    bom: bom === true,
    flatten_attributes: flatten_attributes === true,
  };
}
