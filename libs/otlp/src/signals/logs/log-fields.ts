import { isEvaluationEvent, startsLikeContent } from '../../attributes/content-event.js';
import { type Rejection, type TimeBounds } from '../../rules.js';
import { idAt, pushRange, pushRun } from '../../wire/fields.js';
import { Ranges } from '../../wire/ranges.js';
import { fieldSet, type WireReader } from '../../wire/reader.js';

const LOG_FIELDS = fieldSet(1, 2, 3, 5, 6, 7, 9, 10, 11, 12);
const MAX_SEVERITY = 24;

export const LOG_PATHS = {
  record: 'resource_logs.scope_logs.log_records',
  attributes: 'resource_logs.scope_logs.log_records.attributes',
  body: 'resource_logs.scope_logs.log_records.body',
} as const;

/**
 * One LogRecord as positions in the request and numbers. `read` checks the structure of the record itself, not of its body and
 * attributes. Ids of the wrong length and all-zero ids are treated as absent, as OTLP recommends: the record is kept without its trace.
 */
export class LogFields {
  timeLow = 0;
  timeHigh = 0;
  observedLow = 0;
  observedHigh = 0;
  severityNumber = 0;
  severityStart = 0;
  severityEnd = 0;
  bodyStart = 0;
  bodyEnd = 0;
  /** Start of the id, or -1. */
  traceId = -1;
  spanId = -1;
  /** Whether an id has a wrong length, so that the record is stored without it. */
  hasUnusableId = false;
  eventStart = 0;
  eventEnd = 0;
  /** Number of attributes that the SDK left out, because of its limits. */
  droppedAttributes = 0;
  readonly attributes = new Ranges();

  /** Whether the record is named like an event that may carry prompts and answers. */
  isContentEvent(bytes: Buffer): boolean {
    return startsLikeContent(bytes, this.eventStart, this.eventEnd);
  }

  /** Whether the record is named like the result of an evaluation. */
  isEvaluationResult(bytes: Buffer): boolean {
    return isEvaluationEvent(bytes, this.eventStart, this.eventEnd);
  }

  read(reader: WireReader, start: number, end: number, path: string): void {
    this.#clear();
    reader.pos = start;
    while (reader.pos < end) {
      const tag = reader.tag(end, path);
      switch (tag) {
        case 0x09:
          reader.fixed64(end, path);
          this.timeLow = reader.low;
          this.timeHigh = reader.high;
          break;
        case 0x10: {
          const severity = reader.uint32(end, path);
          this.severityNumber = severity <= MAX_SEVERITY ? severity : 0;
          break;
        }
        case 0x1a: {
          const length = reader.length(end, path);
          this.severityStart = reader.pos;
          this.severityEnd = reader.pos += length;
          break;
        }
        case 0x2a: {
          const length = reader.length(end, path);
          this.bodyStart = reader.pos;
          this.bodyEnd = reader.pos += length;
          break;
        }
        case 0x32:
          pushRange(reader, end, this.attributes, path);
          pushRun(reader, 0x32, end, this.attributes);
          break;
        case 0x38:
          this.droppedAttributes = reader.uint32(end, path);
          break;
        case 0x4a:
          this.traceId = this.#readId(reader, end, 16, path);
          break;
        case 0x52:
          this.spanId = this.#readId(reader, end, 8, path);
          break;
        case 0x59:
          reader.fixed64(end, path);
          this.observedLow = reader.low;
          this.observedHigh = reader.high;
          break;
        case 0x62: {
          const length = reader.length(end, path);
          this.eventStart = reader.pos;
          this.eventEnd = reader.pos += length;
          break;
        }
        default:
          reader.skip(tag, LOG_FIELDS, end, path);
      }
    }
  }

  /**
   * Determines both times and whether the record is stored, and if not, why. The time is that of the record, otherwise that of its
   * observation, otherwise that of receipt; the time of observation is that of the sender, otherwise that of receipt.
   */
  judge(bounds: TimeBounds): Rejection {
    if (this.timeLow === 0 && this.timeHigh === 0) {
      this.timeLow = this.observedLow;
      this.timeHigh = this.observedHigh;
    }
    if (this.observedLow === 0 && this.observedHigh === 0) {
      this.observedLow = bounds.receivedLow;
      this.observedHigh = bounds.receivedHigh;
    }
    if (this.timeLow === 0 && this.timeHigh === 0) {
      this.timeLow = bounds.receivedLow;
      this.timeHigh = bounds.receivedHigh;
    }
    return bounds.check(this.timeLow, this.timeHigh);
  }

  #readId(reader: WireReader, end: number, size: number, path: string): number {
    const length = reader.length(end, path);
    if (length !== size && length !== 0) this.hasUnusableId = true;
    return idAt(reader, length, size);
  }

  #clear(): void {
    this.hasUnusableId = false;
    this.droppedAttributes = 0;
    this.timeLow = this.timeHigh = this.observedLow = this.observedHigh = 0;
    this.severityNumber = this.severityStart = this.severityEnd = 0;
    this.bodyStart = this.bodyEnd = this.eventStart = this.eventEnd = 0;
    this.traceId = this.spanId = -1;
    this.attributes.clear();
  }
}
