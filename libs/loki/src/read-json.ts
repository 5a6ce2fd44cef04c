import { parseJson } from '@svc/otlp/wire';
import { invalidField } from '@svc/service-error';
import { Count } from './count.js';
import type { Entry, Pair, Push, Stream } from './push.js';
import { toHalves, type Halves } from './timestamp.js';

const DIGITS = /^\d{1,20}$/;

/**
 * Reads a request in JSON: `{streams: [{stream: {label: value}, values: [[nanoseconds, line, metadata]]}]}`. The nanoseconds are a
 * decimal text; a number is read too, as are numbers and booleans as values of labels and metadata.
 *
 * @throws ServiceError invalid_request that names the field, or payload_too_large.
 */
export function readJson(body: Uint8Array, maxItems: number): Push {
  const count = new Count(maxItems);
  const request = parseJson(body);
  if (!isObject(request)) throw invalidField('body', 'must be an object');
  const streams = readArray(request['streams'] ?? [], 'streams');
  return { streams: streams.map((stream, index) => readStream(stream, count, `streams[${index}]`)), parsedLabels: 0 };
}

function readStream(stream: unknown, count: Count, path: string): Stream {
  count.add();
  if (!isObject(stream)) throw invalidField(path, 'must be an object');
  const values = readArray(stream['values'] ?? [], `${path}.values`);
  return {
    labels: readPairs(stream['stream'], count, `${path}.stream`),
    entries: values.map((value, index) => readEntry(value, count, path, index)),
  };
}

function readEntry(value: unknown, count: Count, stream: string, index: number): Entry {
  count.add();
  const refuse = (reason: string) => invalidField(`${stream}.values[${index}]`, reason);
  if (!Array.isArray(value)) throw refuse('must be an array of a timestamp, a line and structured metadata');
  const [timestamp, line, metadata] = value as readonly unknown[];
  const time = readTime(timestamp);
  if (!time) throw refuse('must begin with the nanoseconds since 1970 as a text');
  if (typeof line !== 'string') throw refuse('must have a text as its line');
  const pairs = metadata === undefined ? [] : readPairs(metadata, count, `${stream}.values[${index}][2]`);
  return { timeLow: time.timeLow, timeHigh: time.timeHigh, line, metadata: pairs };
}

function readTime(value: unknown): Halves | undefined {
  if (typeof value === 'bigint') return toHalves(value);
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && DIGITS.test(text) ? toHalves(BigInt(text)) : undefined;
}

function readPairs(value: unknown, count: Count, path: string): Pair[] {
  if (value === undefined || value === null) return [];
  if (!isObject(value)) throw invalidField(path, 'must be an object');
  return Object.keys(value).map((name) => {
    count.add();
    const content = value[name];
    if (typeof content === 'string') return { name, value: content };
    if (!['number', 'bigint', 'boolean'].includes(typeof content))
      throw invalidField(path, 'must have texts as values');
    return { name, value: String(content) };
  });
}

function readArray(value: unknown, path: string): readonly unknown[] {
  if (!Array.isArray(value)) throw invalidField(path, 'must be an array');
  return value;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
