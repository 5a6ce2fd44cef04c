import type { MessageInitShape } from '@bufbuild/protobuf';
import { parseQuery } from '@svc/auth';
import { JaegerForm, parseTimestamp, type JaegerQueryFindRequestSchema } from '@svc/contract';
import { invalidField } from '@svc/service-error';
import { parseGoDuration } from './go-duration.js';

export type FindRequest = MessageInitShape<typeof JaegerQueryFindRequestSchema>;

/** The first and all values of each parameter. */
export class Parameters {
  readonly #values: ReadonlyMap<string, string[]>;

  /** @throws ServiceError invalid_request if the query string is malformed. */
  constructor(rawQuery: string) {
    const values = new Map<string, string[]>();
    for (const { name, value } of parseQuery(rawQuery)) {
      if (value === undefined) throw invalidField('query', 'must be percent-encoded UTF-8');
      const known = values.get(name);
      if (known) known.push(value);
      else values.set(name, [value]);
    }
    this.#values = values;
  }

  /** The value of a parameter; empty if it is absent. */
  get(name: string): string {
    return this.#values.get(name)?.[0] ?? '';
  }

  all(name: string): readonly string[] {
    return this.#values.get(name) ?? [];
  }

  /** A whole number; undefined if the parameter is absent. @throws ServiceError invalid_request */
  integer(name: string): bigint | undefined {
    const text = this.get(name);
    if (text === '') return undefined;
    if (!/^-?\d{1,18}$/.test(text)) throw invalidField(name, 'must be an integer');
    return BigInt(text);
  }

  /** Nanoseconds; 0 if the parameter is absent. @throws ServiceError invalid_request */
  duration(name: string): bigint {
    const text = this.get(name);
    const duration = text === '' ? 0n : parseGoDuration(text);
    if (duration === undefined) throw invalidField(name, 'must be a duration such as 100ms or 1.5s');
    return duration;
  }
}

/** Traces of an answer; more are asked for by a narrower window. */
const MAX_TRACES = 200;
/** As in Jaeger. */
const DEFAULT_TRACES = 100;
const DEFAULT_LOOKBACK_US = 2n * 24n * 3_600_000_000n;

/** The conditions of a search of version 1, whose times are in microseconds. @throws ServiceError invalid_request */
export function readSearchV1(parameters: Parameters, nowMs: number): FindRequest {
  const service = parameters.get('service');
  if (service === '') throw invalidField('service', 'is required');
  const end = parameters.integer('end') ?? BigInt(nowMs) * 1000n;
  const start = parameters.integer('start') ?? end - DEFAULT_LOOKBACK_US;
  if (start > end) throw invalidField('start', 'must not be after end');
  return {
    service,
    operation: parameters.get('operation'),
    tags: readTags(parameters),
    startTime: fromMicroseconds(start),
    // The end of a search of Jaeger is inclusive.
    endTime: fromMicroseconds(end + 1n),
    limit: readLimit(parameters, 'limit'),
    ...readDurations(parameters, 'minDuration', 'maxDuration'),
    form: JaegerForm.TRACE,
  };
}

/** The conditions of a search of version 3. @throws ServiceError invalid_request */
export function readSearchV3(parameters: Parameters): FindRequest {
  return {
    service: parameters.get('query.service_name'),
    operation: parameters.get('query.operation_name'),
    startTime: readTime(parameters, 'query.start_time_min'),
    endTime: readTime(parameters, 'query.start_time_max'),
    limit: readLimit(parameters, 'query.num_traces'),
    ...readDurations(parameters, 'query.duration_min', 'query.duration_max'),
    form: JaegerForm.RESOURCE_SPANS,
  };
}

/** An ID of 32 digits; shorter ones lack the zeros at their start. @throws ServiceError invalid_request */
export function readTraceId(text: string, name: string): string {
  if (!/^[0-9a-f]{1,32}$/i.test(text)) throw invalidField(name, 'must have at most 32 hexadecimal digits');
  return text.toLowerCase().padStart(32, '0');
}

export function fromMicroseconds(us: bigint) {
  const seconds = us / 1_000_000n - (us < 0n && us % 1_000_000n !== 0n ? 1n : 0n);
  return { seconds, nanos: Number(us - seconds * 1_000_000n) * 1000 };
}

function readTime(parameters: Parameters, name: string) {
  const time = parseTimestamp(parameters.get(name));
  if (!('seconds' in time)) throw invalidField(name, 'is required, as an RFC 3339 time');
  return time;
}

function readLimit(parameters: Parameters, name: string): number {
  const limit = parameters.integer(name) ?? BigInt(DEFAULT_TRACES);
  if (limit < 1n) throw invalidField(name, 'must be at least 1');
  return Math.min(Number(limit), MAX_TRACES);
}

function readDurations(parameters: Parameters, least: string, greatest: string) {
  const [minDurationNs, maxDurationNs] = [parameters.duration(least), parameters.duration(greatest)];
  if (maxDurationNs > 0n && maxDurationNs < minDurationNs) throw invalidField(greatest, `must not be below ${least}`);
  return { minDurationNs, maxDurationNs };
}

/** Tags as pairs `key:value`, and as JSON objects of texts. */
function readTags(parameters: Parameters): Record<string, string> {
  const tags = new Map<string, string>();
  for (const pair of parameters.all('tag')) {
    const colon = pair.indexOf(':');
    if (colon < 1) throw invalidField('tag', 'must be key:value');
    tags.set(pair.slice(0, colon), pair.slice(colon + 1));
  }
  for (const text of parameters.all('tags'))
    for (const [key, value] of readTagObject(text)) {
      if (typeof value !== 'string') throw invalidField('tags', 'must have texts as values');
      tags.set(key, value);
    }
  return Object.fromEntries(tags);
}

function readTagObject(text: string): [string, unknown][] {
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return Object.entries(parsed);
  } catch {
    // Reported below: the message of the parser has the text.
  }
  throw invalidField('tags', 'must be a JSON object');
}
