import type { KeyClass } from '@svc/redaction';
import { AI_CONTENT } from '@svc/tables';
import type { KeyValue } from '../attributes/any-value.js';
import type { AttributesColumn } from '../attributes/attributes-column.js';
import { PERSON_ROLES } from '../attributes/roles.js';
import { appendValue } from '../attributes/value-column.js';
import { toBigint } from '../hash.js';
import { buildTable } from '../native/block.js';
import { FixedColumn } from '../native/fixed-column.js';
import { MapColumn } from '../native/map-column.js';
import { StringColumn } from '../native/string-column.js';
import { appendTime } from '../native/time.js';
import type { Resource } from '../resource/resource.js';
import type { RequestContext } from '../signal.js';
import type { WireReader } from '../wire/reader.js';
import { LargeContents, MAX_INLINE, type ContentSpan, type LargeContent } from './large-contents.js';

/** Positions of a span in its request. */
export interface SpanPositions {
  readonly traceId: number;
  readonly spanId: number;
  readonly startLow: number;
  readonly startHigh: number;
}

const MAX_EVENT = 65_535;

/** The attributes of a span and its resource, one of which names the person. */
export interface PersonOfSpan {
  readonly attributes: AttributesColumn;
  readonly resource: Resource;
}

/** The columns of `ai_content`: prompts and answers, which are kept apart from the rows of spans. */
export class ContentTable {
  private readonly projectNumber = new FixedColumn('UInt32');
  private readonly retentionDays = new FixedColumn('UInt16');
  private readonly timestamp = new FixedColumn('DateTime64(9)');
  private readonly traceId = new FixedColumn('FixedString(16)');
  private readonly spanId = new FixedColumn('FixedString(8)');
  private readonly event = new FixedColumn('UInt16');
  private readonly distinctId = new StringColumn();
  private readonly content = new MapColumn();
  private readonly objectKey = new StringColumn();
  readonly table = buildTable(AI_CONTENT, {
    project_number: this.projectNumber,
    retention_days: this.retentionDays,
    timestamp: this.timestamp,
    trace_id: this.traceId,
    span_id: this.spanId,
    event: this.event,
    distinct_id: this.distinctId,
    content: this.content,
    object_key: this.objectKey,
  });
  /** Values that are too large for the rows, from the finished rows and from the one in the making. */
  readonly large = new LargeContents();
  private rowKeys = 0;

  /** Whether attributes were added that no row has yet. */
  get isOpen(): boolean {
    return this.content.keys.rows !== this.rowKeys || this.large.isOpen;
  }

  /** Adds an attribute to the row in the making. @param key of the attribute, for redaction. */
  add(reader: WireReader, { keyStart, keyEnd, value }: KeyValue, key: KeyClass | undefined): void {
    const { keys, values } = this.content;
    const [length, rows] = [values.data.length, values.rows];
    const start = appendValue(values, reader, value, key);
    if (values.data.length - start <= MAX_INLINE) {
      keys.push(keys.dictionary.indexOf(reader.bytes, reader.view, keyStart, keyEnd));
      return;
    }
    this.large.add(reader.bytes.toString('utf8', keyStart, keyEnd), values.data.bytes, start, values.data.length);
    values.data.length = length;
    values.rows = rows;
  }

  /**
   * Ends the row.
   *
   * @param event 0 for the span itself, otherwise the number of its event.
   */
  endRow(reader: WireReader, span: SpanPositions, event: number, person: PersonOfSpan, request: RequestContext): void {
    if (this.large.isOpen) this.large.endRow(() => toContentSpan(reader, span, event, person, request));
    if (this.content.keys.rows === this.rowKeys) return;
    this.content.endRow();
    this.rowKeys = this.content.keys.rows;
    this.projectNumber.uint32(request.projectNumber);
    this.retentionDays.fill(request.retentionDays, 0, 1);
    appendTime(this.timestamp, span.startLow, span.startHigh);
    this.traceId.id(reader.view, span.traceId);
    this.spanId.id(reader.view, span.spanId);
    this.event.fill(Math.min(event, MAX_EVENT), 0, 1);
    if (!person.attributes.promote(this.distinctId, PERSON_ROLES)) {
      const { distinct_id: own } = person.resource.promoted;
      this.distinctId.appendChecked(person.resource.texts, own.start, own.end);
    }
    this.objectKey.appendEmpty();
  }

  /** Appends the rows of large values, those without an object with the value itself. Call it once, before the table is written. */
  appendLarge(): void {
    for (const value of this.large.values) this.#appendLarge(value);
  }

  #appendLarge({ span, key, text, objectKey }: LargeContent): void {
    this.projectNumber.uint32(span.projectNumber);
    this.retentionDays.fill(span.retentionDays, 0, 1);
    this.timestamp.uint64(Number(span.startNs & 0xffff_ffffn), Number(span.startNs >> 32n));
    this.traceId.copy(Buffer.from(span.traceId, 'hex'), 0, 16);
    this.spanId.copy(Buffer.from(span.spanId, 'hex'), 0, 8);
    this.event.fill(span.event, 0, 1);
    this.distinctId.appendOwn(span.distinctId);
    this.content.keys.appendOwn(key);
    if (objectKey === '') this.content.values.appendBytes(text);
    else this.content.values.appendEmpty();
    this.content.endRow();
    this.objectKey.appendOwn(objectKey);
  }

  mark(): void {
    this.large.mark();
  }

  /** Call it after the rollback of the table. */
  rollback(): void {
    this.large.rollback();
    this.rowKeys = this.content.keys.rows;
  }

  reset(): void {
    this.large.reset();
    this.rowKeys = 0;
  }
}

function toContentSpan(
  { bytes }: WireReader,
  span: SpanPositions,
  event: number,
  { attributes, resource }: PersonOfSpan,
  { projectNumber, retentionDays }: RequestContext,
): ContentSpan {
  const { distinct_id: own } = resource.promoted;
  return {
    projectNumber,
    retentionDays,
    startNs: toBigint(span.startLow, span.startHigh),
    traceId: bytes.toString('hex', span.traceId, span.traceId + 16),
    spanId: bytes.toString('hex', span.spanId, span.spanId + 8),
    event: Math.min(event, MAX_EVENT),
    distinctId: attributes.promotedText(PERSON_ROLES) || resource.texts.bytes.toString('utf8', own.start, own.end),
  };
}
