import { ServiceError } from '@svc/service-error';
import { KeyValue, KIND, AnyValue } from '../../attributes/any-value.js';
import { readResource } from '../../resource/resource.js';
import { Scope } from '../../resource/scope.js';
import { envelopePaths, walkEnvelope, type EnvelopeVisitor } from '../../wire/envelope.js';
import { Ranges } from '../../wire/ranges.js';
import { WireReader } from '../../wire/reader.js';
import { LOG_PATHS, LogFields } from './log-fields.js';

/** Attributes by key; those with a value other than a string or a number are absent. The last value of a key counts. */
export type PlainAttributes = ReadonlyMap<string, string | number>;

/** A log record as it was sent. */
export interface SentLog {
  /** Milliseconds since 1970, perhaps with a fraction; 0 if the record has no time. */
  readonly timeMs: number;
  /** Empty if the body is not a string. */
  readonly body: string;
  readonly attributes: PlainAttributes;
  /** Attributes of the resource, shared by its records. */
  readonly resource: PlainAttributes;
  /** The name and the version of the instrumentation scope, with a space in between. */
  readonly scope: string;
}

export interface ReadLogsOptions {
  /** The attributes that are read; others are only checked. */
  readonly keys: ReadonlySet<string>;
  readonly maxRecords: number;
}

/**
 * Reads the records of a protobuf request. It is meant for few requests, in a thread: it creates objects, which the encoder does not.
 *
 * @throws ServiceError invalid_request for a malformed request, with the name of the field; payload_too_large for too many records.
 */
export function readLogs(body: Uint8Array, options: ReadLogsOptions): SentLog[] {
  const visitor = new LogReader(body, options);
  walkEnvelope(visitor.reader, PATHS, visitor);
  return visitor.logs;
}

const PATHS = envelopePaths('logs');
const HIGH = 2 ** 32;
const NS_PER_MS = 1_000_000;

class LogReader implements EnvelopeVisitor {
  readonly logs: SentLog[] = [];
  readonly reader = new WireReader();
  private readonly fields = new LogFields();
  private readonly pair = new KeyValue();
  private readonly value = new AnyValue();
  private readonly ranges = new Ranges();
  private readonly scopeFields = new Scope();
  private readonly maxKeyBytes: number;
  private ofResource: PlainAttributes = new Map();
  private scopeText = '';

  constructor(
    body: Uint8Array,
    private readonly options: ReadLogsOptions,
  ) {
    this.reader.reset(body);
    this.maxKeyBytes = Math.max(...[...options.keys].map((key) => Buffer.byteLength(key)));
  }

  resource(start: number, end: number): void {
    readResource(this.reader, start, end, this.ranges, PATHS.resource);
    this.ofResource = this.#attributes(this.ranges, PATHS.resource);
  }

  scope(start: number, end: number): void {
    const { scopeFields: scope } = this;
    scope.read(this.reader, start, end, PATHS.scope);
    this.scopeText = `${this.#text(scope.nameStart, scope.nameEnd)} ${this.#text(scope.versionStart, scope.versionEnd)}`;
  }

  item(start: number, end: number): void {
    const { reader, fields, value } = this;
    if (this.logs.length === this.options.maxRecords) {
      const message = `${PATHS.item}: the request has more than ${this.options.maxRecords} log records`;
      throw new ServiceError('payload_too_large', { message });
    }
    fields.read(reader, start, end, LOG_PATHS.record);
    value.parse(reader, fields.bodyStart, fields.bodyEnd, 0, LOG_PATHS.body);
    this.logs.push({
      timeMs: (fields.timeHigh * HIGH + fields.timeLow) / NS_PER_MS,
      body: value.kind === KIND.string ? this.#text(value.start, value.end) : '',
      attributes: this.#attributes(fields.attributes, LOG_PATHS.attributes),
      resource: this.ofResource,
      scope: this.scopeText.trim(),
    });
  }

  #attributes(ranges: Ranges, path: string): PlainAttributes {
    const { reader, pair } = this;
    const attributes = new Map<string, string | number>();
    for (let index = 0; index < ranges.count; index++) {
      pair.parse(reader, ranges.start(index), ranges.end(index), 0, path);
      if (pair.keyEnd - pair.keyStart > this.maxKeyBytes) continue;
      const key = this.#text(pair.keyStart, pair.keyEnd);
      const value = this.options.keys.has(key) ? this.#plain(pair.value) : undefined;
      if (value !== undefined) attributes.set(key, value);
    }
    return attributes;
  }

  #plain({ kind, start, end, low, high }: AnyValue): string | number | undefined {
    if (kind === KIND.string) return this.#text(start, end);
    if (kind === KIND.int) return (high | 0) * HIGH + low;
    return kind === KIND.double ? this.reader.view.getFloat64(start, true) : undefined;
  }

  /** Invalid UTF-8 becomes U+FFFD. */
  #text(start: number, end: number): string {
    return this.reader.bytes.toString('utf8', start, end);
  }
}
