import { redactedText } from '../../attributes/redacted-text.js';
import { ContentTable } from '../../content/content-table.js';
import type { LargeContent } from '../../content/large-contents.js';
import type { ErrorRow } from '../../errors/error-row.js';
import { Hasher, toBigint } from '../../hash.js';
import type { FixedColumn } from '../../native/fixed-column.js';
import { appendTime } from '../../native/time.js';
import { hashRequest, PLACES, recordIdDigits, SPAN_ERROR_SEED } from '../../record-id.js';
import { REJECT } from '../../rules.js';
import { EnvelopeEncoder, type BlockEncoderOptions, type EncodedBlocks } from '../encoder/block-encoder.js';
import { checkSpan } from './check-span.js';
import { DroppedCountsWriter } from './dropped-counts.js';
import { EventFields, LinkFields } from './event-fields.js';
import { SpanFields } from './span-fields.js';
import { SPAN_PATHS } from './span-paths.js';
import { SpanTable } from './span-table.js';

export class SpanEncoder extends EnvelopeEncoder {
  private readonly content = new ContentTable();
  private readonly spans = new SpanTable(this.content);
  private readonly fields = new SpanFields();
  private readonly event = new EventFields();
  private readonly link = new LinkFields();
  private readonly dropped = new DroppedCountsWriter();
  private readonly hasher = new Hasher();
  /** Index of the next exception in its request. */
  private place = 0;
  /** The content first, so that no span is visible without it. */
  protected override readonly tables = [this.content.table, this.spans.table];
  protected override readonly further = [this.content];

  constructor(options: BlockEncoderOptions) {
    super('traces', options);
  }

  override get largeContents(): readonly LargeContent[] {
    return this.content.large.values;
  }

  override get rows(): number {
    return super.rows - this.content.table.rows;
  }

  override get bytes(): number {
    return super.bytes + this.content.large.byteLength;
  }

  override finish(errors?: readonly ErrorRow[]): EncodedBlocks {
    this.content.appendLarge();
    return super.finish(errors);
  }

  protected override requestStart(): void {
    this.place = 0;
  }

  override item(start: number, end: number): void {
    const { reader, fields, spans } = this;
    fields.read(reader, start, end, SPAN_PATHS.span);
    const verdict = fields.judge(this.bounds);
    this.usage.verdicts[verdict]++;
    if (verdict !== REJECT.none) {
      checkSpan(reader, fields);
      return;
    }
    this.#appendFields();
    spans.attributes.appendRow(reader, fields.attributes, SPAN_PATHS.attributes, this.redacts);
    this.#endContent(0);
    spans.isAi.uint8(spans.attributes.rowIsAi ? 1 : 0);
    this.aiWork ||= spans.attributes.rowIsAi;
    spans.visitor.appendRow(spans.attributes, this.currentResource);
    this.dropped.addSpan(fields);
    this.#appendEvents();
    this.#appendLinks();
    this.dropped.appendRow(spans.droppedCounts);
  }

  protected override completeScope(): number {
    return this.spans.origin.fill(this.reader, this.currentResource, this.currentScope, this.spans.rows);
  }

  protected override requestEnd(): void {
    this.spans.owner.fill(this.request, this.spans.rows);
  }

  #appendFields(): void {
    const { fields, spans } = this;
    const { bytes, view } = this.reader;
    appendTime(spans.timestamp, fields.startLow, fields.startHigh);
    this.#appendDuration();
    spans.traceId.id(view, fields.traceId);
    spans.spanId.id(view, fields.spanId);
    appendId(spans.parentSpanId, view, fields.parentSpanId);
    spans.traceState.append(bytes, view, fields.stateStart, fields.stateEnd);
    spans.name.append(bytes, view, fields.nameStart, fields.nameEnd);
    spans.kind.uint8(fields.kind);
    spans.statusCode.uint8(fields.statusCode);
    this.#appendStatusMessage();
  }

  #appendStatusMessage(): void {
    const { fields, spans, reader } = this;
    const { messageStart: start, messageEnd: end } = fields;
    const redacted = this.redacts ? redactedText(reader.bytes, start, end, 'plain') : undefined;
    if (redacted === undefined) spans.statusMessage.append(reader.bytes, reader.view, start, end);
    else spans.statusMessage.appendOwn(redacted);
  }

  #appendDuration(): void {
    const { startLow, startHigh, endLow, endHigh } = this.fields;
    const borrow = endLow < startLow ? 1 : 0;
    const high = endHigh - startHigh - borrow;
    if (high < 0) this.spans.duration.uint64(0, 0);
    else this.spans.duration.uint64((endLow - startLow) >>> 0, high);
  }

  #appendEvents(): void {
    const { reader, event, spans } = this;
    const { events } = this.fields;
    for (let i = 0; i < events.count; i++) {
      event.read(reader, events.start(i), events.end(i), SPAN_PATHS.event);
      appendTime(spans.eventTimestamp.inner, event.timeLow, event.timeHigh);
      spans.eventName.inner.append(reader.bytes, reader.view, event.nameStart, event.nameEnd);
      spans.eventAttributes.inner.appendRow(reader, event.attributes, SPAN_PATHS.eventAttributes, this.redacts);
      this.#endContent(i + 1);
      this.dropped.addEvent(event, i);
      if (event.isException(reader.bytes)) this.#reportError();
    }
    spans.eventTimestamp.endRow();
    spans.eventName.endRow();
    spans.eventAttributes.endRow();
    spans.eventAttributeTypes.endRow();
  }

  #endContent(event: number): void {
    if (!this.content.isOpen) return;
    const { fields, spans, request, reader } = this;
    const person = { attributes: spans.attributes, resource: this.currentResource };
    this.content.endRow(reader, fields, event, person, request);
  }

  #reportError(): void {
    const { fields, event, reader, request, hasher, spans } = this;
    const place = this.place++;
    if (place % PLACES === 0) hashRequest(hasher, request, place, SPAN_ERROR_SEED);
    const hasTime = this.bounds.check(event.timeLow, event.timeHigh) === REJECT.none;
    this.reported.report(
      {
        source: 'span',
        timestampNs: hasTime ? toBigint(event.timeLow, event.timeHigh) : toBigint(fields.startLow, fields.startHigh),
        recordId: recordIdDigits(hasher, place),
        level: 'error',
        traceId: fields.traceId,
        spanId: fields.spanId,
        parentSpanId: fields.parentSpanId,
        attributes: [spans.eventAttributes.inner, spans.attributes],
      },
      { reader, request, resource: this.currentResource, scope: this.currentScope },
    );
  }

  #appendLinks(): void {
    const { reader, link, spans } = this;
    const { links } = this.fields;
    for (let i = 0; i < links.count; i++) {
      link.read(reader, links.start(i), links.end(i), SPAN_PATHS.link);
      appendId(spans.linkTraceId.inner, reader.view, link.traceId);
      appendId(spans.linkSpanId.inner, reader.view, link.spanId);
      spans.linkTraceState.inner.append(reader.bytes, reader.view, link.stateStart, link.stateEnd);
      spans.linkAttributes.inner.appendRow(reader, link.attributes, SPAN_PATHS.linkAttributes, this.redacts);
      this.dropped.addLink(link, i);
    }
    spans.linkTraceId.endRow();
    spans.linkSpanId.endRow();
    spans.linkTraceState.endRow();
    spans.linkAttributes.endRow();
    spans.linkAttributeTypes.endRow();
  }
}

function appendId(column: FixedColumn, view: DataView, start: number): void {
  if (start < 0) column.zero();
  else column.id(view, start);
}
