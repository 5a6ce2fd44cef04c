import { fieldSet, type WireReader } from '@svc/otlp/wire';
import { Nanoseconds } from './time.js';

const SAMPLE = 'timeseries.samples';
const SAMPLE_FIELDS = fieldSet(1, 2, 3);
/** The payload of the NaN that says that a series has ended. */
const STALE_HIGH = 0x7ff0_0000;
const STALE_LOW = 2;

/** Whether the halves of a double are the NaN that says that a series has ended. */
export function isStaleMarker(low: number, high: number): boolean {
  return low === STALE_LOW && high === STALE_HIGH;
}

/** A sample of either version. The start, which only version 2 has, is not set if it is unknown. */
export class Sample {
  /** The halves of the value, a double. */
  low = 0;
  high = 0;
  readonly time = new Nanoseconds();
  readonly start = new Nanoseconds();

  read(reader: WireReader, start: number, end: number): void {
    this.low = this.high = 0;
    this.time.clear();
    this.start.clear();
    reader.pos = start;
    while (reader.pos < end) {
      const tag = reader.tag(end, SAMPLE);
      if (tag === 0x09) {
        reader.fixed64(end, SAMPLE);
        this.low = reader.low;
        this.high = reader.high;
      } else if (tag === 0x10) this.time.read(reader, end, SAMPLE);
      else if (tag === 0x18) this.start.read(reader, end, SAMPLE);
      else reader.skip(tag, SAMPLE_FIELDS, end, SAMPLE);
    }
  }
}
