import { pushRange, readId } from '../../wire/fields.js';
import { Ranges } from '../../wire/ranges.js';
import { fieldSet, type WireReader } from '../../wire/reader.js';

const EVENT_FIELDS = fieldSet(1, 2, 3, 4);
const LINK_FIELDS = fieldSet(1, 2, 3, 4, 5, 6);
/** The name that OpenTelemetry gives to recorded exceptions. */
const EXCEPTION = Buffer.from('exception');

/** One Span.Event as positions in the request and numbers. */
export class EventFields {
  timeLow = 0;
  timeHigh = 0;
  nameStart = 0;
  nameEnd = 0;
  droppedAttributes = 0;
  readonly attributes = new Ranges();

  isException(bytes: Buffer): boolean {
    const { nameStart, nameEnd } = this;
    return nameEnd - nameStart === EXCEPTION.length && EXCEPTION.compare(bytes, nameStart, nameEnd) === 0;
  }

  read(reader: WireReader, start: number, end: number, path: string): void {
    this.timeLow = this.timeHigh = this.nameStart = this.nameEnd = this.droppedAttributes = 0;
    this.attributes.clear();
    reader.pos = start;
    while (reader.pos < end) {
      const tag = reader.tag(end, path);
      if (tag === 0x09) {
        reader.fixed64(end, path);
        this.timeLow = reader.low;
        this.timeHigh = reader.high;
      } else if (tag === 0x12) {
        const length = reader.length(end, path);
        this.nameStart = reader.pos;
        this.nameEnd = reader.pos += length;
      } else if (tag === 0x1a) pushRange(reader, end, this.attributes, path);
      else if (tag === 0x20) this.droppedAttributes = reader.uint32(end, path);
      else reader.skip(tag, EVENT_FIELDS, end, path);
    }
  }
}

/** One Span.Link as positions in the request. An id of the wrong length counts as absent: the link is kept without it. */
export class LinkFields {
  traceId = -1;
  spanId = -1;
  stateStart = 0;
  stateEnd = 0;
  droppedAttributes = 0;
  flags = 0;
  readonly attributes = new Ranges();

  read(reader: WireReader, start: number, end: number, path: string): void {
    this.traceId = this.spanId = -1;
    this.stateStart = this.stateEnd = this.droppedAttributes = this.flags = 0;
    this.attributes.clear();
    reader.pos = start;
    while (reader.pos < end) {
      const tag = reader.tag(end, path);
      if (tag === 0x0a) this.traceId = readId(reader, end, 16, path);
      else if (tag === 0x12) this.spanId = readId(reader, end, 8, path);
      else if (tag === 0x1a) {
        const length = reader.length(end, path);
        this.stateStart = reader.pos;
        this.stateEnd = reader.pos += length;
      } else if (tag === 0x22) pushRange(reader, end, this.attributes, path);
      else if (tag === 0x28) this.droppedAttributes = reader.uint32(end, path);
      else if (tag === 0x35) this.flags = reader.fixed32(end, path);
      else reader.skip(tag, LINK_FIELDS, end, path);
    }
  }
}
