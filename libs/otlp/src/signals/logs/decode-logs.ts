import { classOfKey, type KeyClass } from '@svc/redaction';
import type { LogColumns } from '@svc/tables';
import { AnyValue, KeyValue, KIND } from '../../attributes/any-value.js';
import { TYPE_LETTERS } from '../../attributes/attribute-types-column.js';
import { startsLikeContent } from '../../attributes/content-event.js';
import { redactedText } from '../../attributes/redacted-text.js';
import {
  CONTENT_ROLE,
  EVENT_NAME_ROLE,
  EXCEPTION_ROLE,
  findItemRole,
  ITEM_ROLES,
  NO_ROLE,
  PERSON_ROLES,
  SESSION_ROLES,
  type PromotedName,
} from '../../attributes/roles.js';
import { appendValueText } from '../../attributes/value-text.js';
import { Hasher, toBigint } from '../../hash.js';
import { ByteBuffer } from '../../native/byte-buffer.js';
import { hashRequest, recordIdLow } from '../../record-id.js';
import { Resource } from '../../resource/resource.js';
import { Scope } from '../../resource/scope.js';
import { REJECT, TimeBounds } from '../../rules.js';
import type { RequestContext } from '../../signal.js';
import { envelopePaths, stepEnvelope, type EnvelopeVisitor } from '../../wire/envelope.js';
import type { Ranges } from '../../wire/ranges.js';
import { WireReader } from '../../wire/reader.js';
import { LOG_PATHS, LogFields } from './log-fields.js';
import { LOG_ORIGIN } from './log-table.js';
import { storedSeverity } from './severity.js';

/** Attributes in the order in which they were sent; a key may repeat. */
export type Attributes = readonly (readonly [key: string, text: string])[];

/** Attributes, and the types of non-string values as they are stored. */
interface TypedAttributes {
  readonly attributes: Attributes;
  readonly types: string;
}

/** One log record with the values that its row in the store has, under the names that reads give them. */
export interface LogEntry extends LogColumns {
  /** Index in the request, from 0, including rejected records. */
  readonly place: number;
  readonly attributes: Attributes;
  /** Attributes of the resource, shared by its records. */
  readonly resource: Attributes;
  readonly resource_types: string;
}

/** Yielded in place of a record that is larger than can be decoded in one step, or has a resource or a scope that is. */
export const OVERSIZED = Symbol('oversized');

/** Encoded bytes of a record, resource or scope that are decoded in one step; it takes a few milliseconds at most. */
export const MAX_DECODED_BYTES = 256 * 1024;
/** The limit for texts that are redacted, which takes up to half a microsecond for each byte. */
export const MAX_REDACTED_BYTES = 32 * 1024;

/**
 * Yields the records of a logged request that the encoder writes rows for, with the same values, and undefined after any other step, so
 * that the caller can let other work run between two steps. It is meant for few requests: it creates objects, which the encoder does
 * not.
 *
 * @throws ServiceError `invalid_request` for a malformed request.
 */
export function* decodeLogs(
  body: Uint8Array,
  request: RequestContext,
): Generator<LogEntry | typeof OVERSIZED | undefined, void> {
  const decoder = new LogDecoder(body, request);
  for (const _ of stepEnvelope(decoder.reader, PATHS, decoder)) yield decoder.takeDecoded();
}

const PATHS = envelopePaths('logs');
/** The greatest DateTime64(9). */
const MAX_TIME = 2n ** 63n - 1n;
const NO_TRACE = '0'.repeat(32);
const NO_SPAN = '0'.repeat(16);

class LogDecoder implements EnvelopeVisitor {
  private decoded: LogEntry | typeof OVERSIZED | undefined;
  readonly reader = new WireReader();
  private readonly bounds = new TimeBounds();
  private readonly currentResource = new Resource();
  private readonly currentScope = new Scope();
  private readonly fields = new LogFields();
  private readonly hasher = new Hasher();
  private readonly pair = new KeyValue();
  private readonly value = new AnyValue();
  private readonly text = new ByteBuffer();
  /** The record's values of the promoted attributes. */
  private readonly byRole: string[] = Array.from({ length: ITEM_ROLES }, () => '');
  private resourceAttributes: TypedAttributes = { attributes: [], types: '' };
  private isResourceOversized = false;
  private isScopeOversized = false;
  private place = 0;
  private readonly redacts: boolean;
  private readonly maxBytes: number;

  constructor(
    body: Uint8Array,
    private readonly request: RequestContext,
  ) {
    this.redacts = request.redacts === true;
    this.maxBytes = this.redacts ? MAX_REDACTED_BYTES : MAX_DECODED_BYTES;
    this.reader.reset(body);
    this.bounds.set(request);
  }

  /** The result of the last step. */
  takeDecoded(): LogEntry | typeof OVERSIZED | undefined {
    const { decoded } = this;
    this.decoded = undefined;
    return decoded;
  }

  resource(start: number, end: number): void {
    this.isResourceOversized = end - start > this.maxBytes;
    if (this.isResourceOversized) return;
    this.currentResource.read(this.reader, start, end, PATHS.resource, this.redacts);
    this.resourceAttributes = this.#attributes(this.currentResource.attributes, PATHS.resource);
  }

  scope(start: number, end: number): void {
    this.isScopeOversized = end - start > this.maxBytes;
    if (this.isScopeOversized) return;
    this.currentScope.read(this.reader, start, end, PATHS.scope);
  }

  item(start: number, end: number): void {
    const { reader, fields, value, currentScope: scope } = this;
    const place = this.place++;
    if (this.isResourceOversized || this.isScopeOversized || end - start > this.maxBytes) {
      this.decoded = OVERSIZED;
      return;
    }
    fields.read(reader, start, end, LOG_PATHS.record);
    if (fields.judge(this.bounds) !== REJECT.none) return;
    value.parse(reader, fields.bodyStart, fields.bodyEnd, 0, LOG_PATHS.body);
    const content = this.#contentOf(fields);
    if (content !== 'none' && end - start > MAX_REDACTED_BYTES) {
      this.decoded = OVERSIZED;
      return;
    }
    const body = this.#valueText(value, this.redacts || content === 'event' ? 'plain' : undefined);
    this.byRole.fill('');
    const { attributes, types } = this.#attributes(fields.attributes, LOG_PATHS.attributes);
    const time = toBigint(fields.timeLow, fields.timeHigh);
    this.decoded = {
      place,
      log_id_hex: this.#logId(time, place),
      timestamp_ns: String(time),
      observed_timestamp_ns: String(clamped(toBigint(fields.observedLow, fields.observedHigh))),
      severity_number: storedSeverity(reader.bytes, fields),
      severity_text: this.#sent(fields.severityStart, fields.severityEnd),
      body,
      event_name: this.#sent(fields.eventStart, fields.eventEnd),
      trace_id_hex: fields.traceId < 0 ? NO_TRACE : reader.bytes.toString('hex', fields.traceId, fields.traceId + 16),
      span_id_hex: fields.spanId < 0 ? NO_SPAN : reader.bytes.toString('hex', fields.spanId, fields.spanId + 8),
      ...this.#origin(),
      scope_name: this.#sent(scope.nameStart, scope.nameEnd),
      session_id: this.#firstText(SESSION_ROLES) || this.#promoted('session_id'),
      distinct_id: this.#firstText(PERSON_ROLES) || this.#promoted('distinct_id'),
      attributes,
      attribute_types: types,
      dropped_attributes_count: fields.droppedAttributes,
      resource: this.resourceAttributes.attributes,
      resource_types: this.resourceAttributes.types,
    };
  }

  /** Whether a record carries prompts and answers, which are redacted in any project: as an event that may, or in attributes alone. */
  #contentOf(fields: LogFields): 'event' | 'attributes' | 'none' {
    const { reader, pair } = this;
    if (fields.isContentEvent(reader.bytes)) return 'event';
    let content: 'attributes' | 'none' = 'none';
    for (let index = 0; index < fields.attributes.count; index++) {
      pair.parse(reader, fields.attributes.start(index), fields.attributes.end(index), 0, LOG_PATHS.attributes);
      const role = findItemRole(reader.bytes, pair.keyStart, pair.keyEnd);
      if (role === CONTENT_ROLE) content = 'attributes';
      else if (role === EVENT_NAME_ROLE && isContentName(reader, pair.value)) return 'event';
    }
    return content;
  }

  /** Also records the values of promoted keys; the last value of a key counts. */
  #attributes(ranges: Ranges, path: string): TypedAttributes {
    const { reader, pair, byRole } = this;
    let types = '';
    const attributes = Array.from({ length: ranges.count }, (_, index) => {
      pair.parse(reader, ranges.start(index), ranges.end(index), 0, path);
      const role = findItemRole(reader.bytes, pair.keyStart, pair.keyEnd);
      const key = this.#sent(pair.keyStart, pair.keyEnd);
      const isPromoted = role !== NO_ROLE && role < EXCEPTION_ROLE;
      const redacts = role === CONTENT_ROLE || (this.redacts && !isPromoted);
      const text = this.#valueText(pair.value, redacts ? classOfKey(key) : undefined);
      if (role !== NO_ROLE && role < ITEM_ROLES) byRole[role] = text;
      const letter = TYPE_LETTERS[pair.value.kind];
      if (letter !== '' && !key.includes('\n')) types += `${letter}${key}\n`;
      return [key, text] as const;
    });
    return { attributes, types };
  }

  #firstText(roles: readonly number[]): string {
    for (const role of roles) if (this.byRole[role] !== '') return this.byRole[role];
    return '';
  }

  #origin() {
    const texts = LOG_ORIGIN.map((name) => [name, this.#promoted(name)] as const);
    return Object.fromEntries(texts) as Record<(typeof LOG_ORIGIN)[number], string>;
  }

  #promoted(name: PromotedName): string {
    const { start, end } = this.currentResource.promoted[name];
    return this.currentResource.texts.bytes.toString('utf8', start, end);
  }

  /** Redacted if the class of its key is given. */
  #valueText(value: AnyValue, key: KeyClass | undefined): string {
    if (value.kind === KIND.string) {
      const redacted = key && redactedText(this.reader.bytes, value.start, value.end, key);
      return redacted ?? this.#sent(value.start, value.end);
    }
    this.text.clear();
    appendValueText(this.text, this.reader, value, key);
    return this.text.bytes.toString('utf8', 0, this.text.length);
  }

  /** Decodes text of the request; invalid UTF-8 becomes U+FFFD, as in the store. */
  #sent(start: number, end: number): string {
    return this.reader.bytes.toString('utf8', start, end);
  }

  #logId(time: bigint, place: number): string {
    hashRequest(this.hasher, this.request, place);
    return hex(time) + hex(toBigint(recordIdLow(this.hasher, place), this.hasher.high));
  }
}

function isContentName({ bytes }: WireReader, { kind, start, end }: AnyValue): boolean {
  return kind === KIND.string && startsLikeContent(bytes, start, end);
}

function hex(value: bigint): string {
  return value.toString(16).padStart(16, '0');
}

function clamped(time: bigint): bigint {
  return time > MAX_TIME ? MAX_TIME : time;
}
