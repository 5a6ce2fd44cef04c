import { AnyValue } from '../../attributes/any-value.js';
import { appendValue } from '../../attributes/value-column.js';
import { Hasher, toBigint } from '../../hash.js';
import { appendTime } from '../../native/time.js';
import { hashRequest, PLACES, recordIdDigits, recordIdLow } from '../../record-id.js';
import { REJECT } from '../../rules.js';
import { EnvelopeEncoder, type BlockEncoderOptions } from '../encoder/block-encoder.js';
import { checkLog } from './check-log.js';
import { LOG_PATHS, LogFields } from './log-fields.js';
import { LogTable } from './log-table.js';
import { errorLevel, storedSeverity } from './severity.js';

export class LogEncoder extends EnvelopeEncoder {
  private readonly logs = new LogTable();
  private readonly fields = new LogFields();
  private readonly body = new AnyValue();
  private readonly hasher = new Hasher();
  /** Index of the next record in its request, including rejected ones. */
  private place = 0;
  protected override readonly tables = [this.logs.table];

  constructor(options: BlockEncoderOptions) {
    super('logs', options);
  }

  protected override requestStart(): void {
    this.place = 0;
  }

  override item(start: number, end: number): void {
    const { reader, fields, logs, body } = this;
    const place = this.place++;
    if (place % PLACES === 0) hashRequest(this.hasher, this.request, place);
    fields.read(reader, start, end, LOG_PATHS.record);
    const verdict = fields.judge(this.bounds);
    this.usage.verdicts[verdict]++;
    if (verdict !== REJECT.none) {
      checkLog(reader, fields);
      return;
    }
    appendTime(logs.timestamp, fields.timeLow, fields.timeHigh);
    appendTime(logs.observedTimestamp, fields.observedLow, fields.observedHigh);
    logs.recordId.uint64BigEndian(recordIdLow(this.hasher, place), this.hasher.high);
    this.#appendSeverity();
    body.parse(reader, fields.bodyStart, fields.bodyEnd, 0, LOG_PATHS.body);
    logs.attributes.appendRow(reader, fields.attributes, LOG_PATHS.attributes, this.redacts);
    // Prompts and answers are redacted whether the project redacts or not.
    const redactsBody = this.redacts || logs.attributes.rowIsContentEvent || fields.isContentEvent(reader.bytes);
    appendValue(logs.body, reader, body, redactsBody ? 'plain' : undefined);
    logs.eventName.append(reader.bytes, reader.view, fields.eventStart, fields.eventEnd);
    if (fields.traceId < 0) logs.traceId.zero();
    else logs.traceId.id(reader.view, fields.traceId);
    if (fields.spanId < 0) logs.spanId.zero();
    else logs.spanId.id(reader.view, fields.spanId);
    logs.droppedAttributes.uint32(fields.droppedAttributes);
    logs.visitor.appendRow(logs.attributes, this.currentResource);
    if (logs.attributes.rowIsException) this.#reportError(place);
    this.aiWork ||= fields.traceId >= 0 && fields.isEvaluationResult(reader.bytes);
  }

  protected override completeScope(): number {
    return this.logs.origin.fill(this.reader, this.currentResource, this.currentScope, this.logs.rows);
  }

  protected override requestEnd(): void {
    this.logs.owner.fill(this.request, this.logs.rows);
  }

  #reportError(place: number): void {
    const { fields, reader, request, hasher } = this;
    this.reported.report(
      {
        source: 'log',
        timestampNs: toBigint(fields.timeLow, fields.timeHigh),
        recordId: recordIdDigits(hasher, place),
        level: errorLevel(storedSeverity(reader.bytes, fields)),
        traceId: fields.traceId,
        spanId: fields.spanId,
        parentSpanId: -1,
        attributes: [this.logs.attributes],
      },
      { reader, request, resource: this.currentResource, scope: this.currentScope },
    );
  }

  #appendSeverity(): void {
    const { fields, logs } = this;
    const { bytes, view } = this.reader;
    logs.severityText.append(bytes, view, fields.severityStart, fields.severityEnd);
    logs.severityNumber.uint8(storedSeverity(bytes, fields));
  }
}
