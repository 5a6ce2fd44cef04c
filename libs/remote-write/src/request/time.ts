import type { WireReader } from '@svc/otlp/wire';

const HALF = 0x1_0000_0000;
const PART = 0x1_0000;
const NS_PER_MS = 1_000_000;
/** The last millisecond whose nanoseconds fit into 63 bits: in the year 2262. */
const LAST_MS = 9_223_372_036_854;

/** A time in nanoseconds since the epoch, as the halves of a 64-bit number. */
export class Nanoseconds {
  low = 0;
  high = 0;

  /**
   * Reads a time in milliseconds. One before 1970 becomes the first nanosecond, which is too old to be stored, and one after 2262 the last
   * millisecond that can be represented.
   */
  read(reader: WireReader, end: number, path: string): void {
    reader.varint(end, path);
    if (reader.high > 0x7fff_ffff) this.#set(0, 1);
    else this.setMilliseconds(reader.high * HALF + reader.low);
  }

  setMilliseconds(milliseconds: number): void {
    const ms = Math.min(milliseconds, LAST_MS);
    // Parts of 16 bits keep every product below 2^53.
    const low = (ms % PART) * NS_PER_MS;
    const high = Math.floor(ms / PART) * NS_PER_MS;
    const sum = (high % PART) * PART + low;
    this.#set(Math.floor(high / PART) + Math.floor(sum / HALF), sum % HALF);
  }

  clear(): void {
    this.#set(0, 0);
  }

  copy(other: Nanoseconds): void {
    this.#set(other.high, other.low);
  }

  get isSet(): boolean {
    return this.low !== 0 || this.high !== 0;
  }

  #set(high: number, low: number): void {
    this.high = high;
    this.low = low;
  }
}
