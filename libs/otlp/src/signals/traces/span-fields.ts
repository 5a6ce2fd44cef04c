import { REJECT, type Rejection, type TimeBounds } from '../../rules.js';
import { idAt, pushRange, pushRun, readId } from '../../wire/fields.js';
import { Ranges } from '../../wire/ranges.js';
import { fieldSet, type WireReader } from '../../wire/reader.js';

const SPAN_FIELDS = fieldSet(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
const STATUS_FIELDS = fieldSet(2, 3);
const MAX_KIND = 5;
const MAX_STATUS = 2;

/**
 * One Span as positions in the request and numbers. `read` checks the structure of the span itself, not of its
 * contents.
 */
export class SpanFields {
  /** Start of an id with the right length that is not all zero, else -1. */
  traceId = -1;
  spanId = -1;
  /** -1 if the span has no parent and is a root. */
  parentSpanId = -1;
  private parentIsInvalid = false;
  stateStart = 0;
  stateEnd = 0;
  nameStart = 0;
  nameEnd = 0;
  kind = 0;
  startLow = 0;
  startHigh = 0;
  endLow = 0;
  endHigh = 0;
  statusCode = 0;
  messageStart = 0;
  messageEnd = 0;
  /** Numbers of what the SDK left out, because of its limits. */
  droppedAttributes = 0;
  droppedEvents = 0;
  droppedLinks = 0;
  readonly attributes = new Ranges();
  readonly events = new Ranges();
  readonly links = new Ranges();

  read(reader: WireReader, start: number, end: number, path: string): void {
    this.#clear();
    reader.pos = start;
    while (reader.pos < end) {
      const tag = reader.tag(end, path);
      switch (tag) {
        case 0x0a:
          this.traceId = readId(reader, end, 16, path);
          break;
        case 0x12:
          this.spanId = readId(reader, end, 8, path);
          break;
        case 0x1a: {
          const length = reader.length(end, path);
          this.stateStart = reader.pos;
          this.stateEnd = reader.pos += length;
          break;
        }
        case 0x22: {
          const length = reader.length(end, path);
          // An empty or all-zero parent ID marks a root; any other length is an error that would turn this span into a root.
          this.parentIsInvalid = length !== 0 && length !== 8;
          this.parentSpanId = idAt(reader, length, 8);
          break;
        }
        case 0x2a: {
          const length = reader.length(end, path);
          this.nameStart = reader.pos;
          this.nameEnd = reader.pos += length;
          break;
        }
        case 0x30: {
          const kind = reader.uint32(end, path);
          this.kind = kind <= MAX_KIND ? kind : 0;
          break;
        }
        case 0x39:
          reader.fixed64(end, path);
          this.startLow = reader.low;
          this.startHigh = reader.high;
          break;
        case 0x41:
          reader.fixed64(end, path);
          this.endLow = reader.low;
          this.endHigh = reader.high;
          break;
        case 0x4a:
          pushRange(reader, end, this.attributes, path);
          pushRun(reader, 0x4a, end, this.attributes);
          break;
        case 0x50:
          this.droppedAttributes = reader.uint32(end, path);
          break;
        case 0x5a:
          pushRange(reader, end, this.events, path);
          break;
        case 0x60:
          this.droppedEvents = reader.uint32(end, path);
          break;
        case 0x6a:
          pushRange(reader, end, this.links, path);
          break;
        case 0x70:
          this.droppedLinks = reader.uint32(end, path);
          break;
        case 0x7a: {
          const statusEnd = reader.length(end, path) + reader.pos;
          this.#readStatus(reader, statusEnd, path);
          break;
        }
        default:
          reader.skip(tag, SPAN_FIELDS, end, path);
      }
    }
  }

  /** Whether the span is stored, and if not, why. An end before the start is kept, as a duration of zero. */
  judge(bounds: TimeBounds): Rejection {
    if (this.traceId < 0) return REJECT.traceId;
    if (this.spanId < 0) return REJECT.spanId;
    if (this.parentIsInvalid) return REJECT.parentSpanId;
    const rejection = bounds.check(this.startLow, this.startHigh);
    if (rejection !== REJECT.none) return rejection;
    return bounds.isFuture(this.endLow, this.endHigh) ? REJECT.timestampInFuture : REJECT.none;
  }

  #readStatus(reader: WireReader, end: number, path: string): void {
    while (reader.pos < end) {
      const tag = reader.tag(end, path);
      if (tag === 0x12) {
        const length = reader.length(end, path);
        this.messageStart = reader.pos;
        this.messageEnd = reader.pos += length;
      } else if (tag === 0x18) {
        const code = reader.uint32(end, path);
        this.statusCode = code <= MAX_STATUS ? code : 0;
      } else reader.skip(tag, STATUS_FIELDS, end, path);
    }
  }

  #clear(): void {
    this.traceId = this.spanId = this.parentSpanId = -1;
    this.parentIsInvalid = false;
    this.stateStart = this.stateEnd = this.nameStart = this.nameEnd = this.messageStart = this.messageEnd = 0;
    this.kind = this.statusCode = 0;
    this.droppedAttributes = this.droppedEvents = this.droppedLinks = 0;
    this.startLow = this.startHigh = this.endLow = this.endHigh = 0;
    this.attributes.clear();
    this.events.clear();
    this.links.clear();
  }
}
