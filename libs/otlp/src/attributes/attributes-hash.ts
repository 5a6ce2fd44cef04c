import { Hasher } from '../hash.js';
import { ByteBuffer } from '../native/byte-buffer.js';
import type { WireReader } from '../wire/reader.js';
import { KIND, type KeyValue } from './any-value.js';
import { appendValueText } from './value-text.js';

const PAIR_SEED = 0x5f3a_91c7;
const SET_SEED = 0x21d4_6e0b;
const REDACTED_SEED = 0x7b90_42e3;
const TWO_32 = 4294967296;

const text = new ByteBuffer();

/**
 * The hash of a set of attributes: the sum of the hashes of its pairs, so it is independent of their order. A pair is hashed with the text
 * that is stored for its value, so values with the same text have the same hash.
 */
export class AttributesHash {
  low = 0;
  high = 0;
  private readonly hasher = new Hasher();
  private count = 0;
  private seed = SET_SEED;

  /**
   * `redacts` gives the set another hash, so that a resource that was stored unredacted is stored again when redaction
   * is switched on. The hash is that of the original values: sets that differ only in redacted parts stay apart.
   */
  start(redacts = false): void {
    this.seed = redacts ? REDACTED_SEED : SET_SEED;
    this.low = 0;
    this.high = 0;
    this.count = 0;
  }

  add(reader: WireReader, pair: KeyValue): void {
    const { hasher } = this;
    const { value } = pair;
    hasher.start(PAIR_SEED).range(reader.bytes, reader.view, pair.keyStart, pair.keyEnd);
    if (value.kind === KIND.string) hasher.range(reader.bytes, reader.view, value.start, value.end);
    else {
      text.clear();
      appendValueText(text, reader, value);
      hasher.range(text.bytes, text.view, 0, text.length);
    }
    hasher.finish();
    this.count++;
    const low = this.low + hasher.low;
    this.low = low >>> 0;
    this.high = (this.high + hasher.high + (low >= TWO_32 ? 1 : 0)) >>> 0;
  }

  finish(): void {
    this.hasher.start(this.seed).uint32(this.count).uint32(this.low).uint32(this.high).finish();
    this.low = this.hasher.low;
    this.high = this.hasher.high;
  }
}
