import { BYTES, fieldSet, toTag, VARINT, WireReader, type WireText } from '@svc/otlp/wire';
import { invalidField } from '@svc/service-error';
import { Count } from './count.js';
import { parseLabels } from './labels.js';
import type { Entry, Pair, Push, Stream } from './push.js';
import { joinTime } from './timestamp.js';

/**
 * The messages of the push API, as far as they are read:
 *
 *   PushRequest { 1: streams }
 *   Stream      { 1: labels as text, 2: entries }
 *   Entry       { 1: Timestamp { 1: seconds, 2: nanoseconds }, 2: line, 3: structured metadata, 4: parsed }
 *   metadata    { 1: name, 2: value }
 */
const [FIRST, SECOND, THIRD, FOURTH] = [1, 2, 3, 4].map((field) => toTag(field, BYTES));
const [SECONDS, NANOSECONDS] = [1, 2].map((field) => toTag(field, VARINT));
const [ONE, TWO, FOUR] = [fieldSet(1), fieldSet(1, 2), fieldSet(1, 2, 3, 4)];
const BILLION = 1_000_000_000;
const ENTRIES = 'streams.entries';
const METADATA = `${ENTRIES}.structuredMetadata`;
const TIMESTAMP = `${ENTRIES}.timestamp`;

/** Reads a decompressed request in protobuf. Lines stay bytes of `body`. @throws ServiceError invalid_request or payload_too_large. */
export function readProtobuf(body: Uint8Array, maxItems: number): Push {
  const reader = new WireReader();
  reader.reset(body);
  return new PushReader(reader, new Count(maxItems)).read();
}

class PushReader {
  #parsedLabels = 0;

  constructor(
    private readonly reader: WireReader,
    private readonly count: Count,
  ) {}

  read(): Push {
    const streams: Stream[] = [];
    this.#each(this.reader.bytes.length, ONE, 'streams', (tag, end) => {
      if (tag === FIRST) streams.push(this.#stream(end, `streams[${streams.length}].labels`));
    });
    return { streams, parsedLabels: this.#parsedLabels };
  }

  #stream(end: number, path: string): Stream {
    let labels = '';
    const entries: Entry[] = [];
    this.count.add();
    this.#each(end, TWO, 'streams', (tag, fieldEnd) => {
      if (tag === FIRST) labels = this.#text(fieldEnd);
      else if (tag === SECOND) entries.push(this.#entry(fieldEnd));
    });
    return { labels: parseLabels(labels, path), entries };
  }

  #entry(end: number): Entry {
    let time = { timeLow: 0, timeHigh: 0 };
    let line: WireText = '';
    const metadata: Pair[] = [];
    this.count.add();
    this.#each(end, FOUR, ENTRIES, (tag, fieldEnd) => {
      if (tag === FIRST) time = this.#time(fieldEnd);
      else if (tag === SECOND) line = this.reader.bytes.subarray(this.reader.pos, fieldEnd);
      else if (tag === THIRD) metadata.push(this.#pair(fieldEnd));
      else if (tag === FOURTH) this.#parsedLabels += 1;
    });
    return { ...time, line, metadata };
  }

  #pair(end: number): Pair {
    let [name, value] = ['', ''];
    this.count.add();
    this.#each(end, TWO, METADATA, (tag, fieldEnd) => {
      if (tag === FIRST) name = this.#text(fieldEnd);
      else if (tag === SECOND) value = this.#text(fieldEnd);
    });
    return { name, value };
  }

  #time(end: number): ReturnType<typeof joinTime> & object {
    const { reader } = this;
    let [seconds, nanoseconds] = [0n, 0];
    while (reader.pos < end) {
      const tag = reader.tag(end, TIMESTAMP);
      if (tag === SECONDS) {
        reader.varint(end, TIMESTAMP);
        seconds = (BigInt(reader.high) << 32n) | BigInt(reader.low);
      } else if (tag === NANOSECONDS) nanoseconds = reader.uint32(end, TIMESTAMP);
      else reader.skip(tag, TWO, end, TIMESTAMP);
    }
    const time = nanoseconds < BILLION ? joinTime(seconds, nanoseconds) : undefined;
    if (!time) throw invalidField(TIMESTAMP, 'must be a time since 1970');
    return time;
  }

  /** Visits the fields of a message that have a length. */
  #each(end: number, known: number, path: string, read: (tag: number, fieldEnd: number) => void): void {
    const { reader } = this;
    while (reader.pos < end) {
      const tag = reader.tag(end, path);
      if ((tag & 7) !== BYTES) {
        reader.skip(tag, known, end, path);
        continue;
      }
      const fieldEnd = reader.length(end, path) + reader.pos;
      read(tag, fieldEnd);
      reader.pos = fieldEnd;
    }
  }

  #text(end: number): string {
    return this.reader.bytes.toString('utf8', this.reader.pos, end);
  }
}
