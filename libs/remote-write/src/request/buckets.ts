import { fieldSet, type WireReader } from '@svc/otlp/wire';
import { invalidField } from '@svc/service-error';

const SPAN = 'timeseries.histograms.spans';
const COUNTS = 'timeseries.histograms.buckets';
const SPAN_FIELDS = fieldSet(1, 2);
const HALF = 0x1_0000_0000;
const MAX_INDEX = 0x7fff_ffff;

/** One side of a native histogram: runs of buckets with gaps between them. */
export class SparseBuckets {
  /** The gap before each run, or where the first one begins. */
  private readonly gaps: number[] = [];
  private readonly lengths: number[] = [];
  /** The count of each bucket, in order. */
  private readonly counts: number[] = [];
  /** The position of each bucket that has a count. */
  readonly indexes: number[] = [];
  /** The counts of `indexes`. */
  readonly filled: number[] = [];
  total = 0;
  private last = 0;

  clear(): void {
    this.gaps.length = this.lengths.length = this.counts.length = this.indexes.length = this.filled.length = 0;
    this.last = this.total = 0;
  }

  readSpan(reader: WireReader, messageEnd: number): void {
    const end = reader.length(messageEnd, SPAN) + reader.pos;
    let [gap, length] = [0, 0];
    while (reader.pos < end) {
      const tag = reader.tag(end, SPAN);
      if (tag === 0x08) {
        const value = reader.uint32(end, SPAN);
        gap = (value >>> 1) ^ -(value & 1);
      } else if (tag === 0x10) length = reader.uint32(end, SPAN);
      else reader.skip(tag, SPAN_FIELDS, end, SPAN);
    }
    this.gaps.push(gap);
    this.lengths.push(length);
  }

  /** Reads counts that are given as differences. */
  readDeltas(reader: WireReader, messageEnd: number): void {
    const end = reader.length(messageEnd, COUNTS) + reader.pos;
    while (reader.pos < end) this.readDelta(reader, end);
  }

  readDelta(reader: WireReader, end: number): void {
    reader.varint(end, COUNTS);
    const { low, high } = reader;
    const isNegative = (low & 1) === 1;
    const half = high * (HALF / 2) + (low >>> 1);
    this.last += isNegative ? -half - 1 : half;
    this.counts.push(this.last);
  }

  readDoubles(reader: WireReader, messageEnd: number): void {
    const length = reader.length(messageEnd, COUNTS);
    if (length % 8 !== 0) throw invalidField(COUNTS, 'packed 64-bit numbers are cut off');
    const end = reader.pos + length;
    while (reader.pos < end) this.readDouble(reader, end);
  }

  readDouble(reader: WireReader, end: number): void {
    this.counts.push(reader.double(end, COUNTS));
  }

  /** Places the counts. @returns whether the runs have as many buckets as there are counts, none of which is negative. */
  place(): boolean {
    const { gaps, lengths, counts } = this;
    let index = 0;
    let at = 0;
    for (let span = 0; span < gaps.length; span++) {
      if (span > 0 && gaps[span] < 0) return false;
      index += gaps[span];
      if (lengths[span] > counts.length - at) return false;
      for (let i = 0; i < lengths[span]; i++, index++, at++) {
        const count = counts[at];
        // A NaN is refused too.
        if (!(count >= 0 && count <= Number.MAX_SAFE_INTEGER)) return false;
        if (count === 0) continue;
        this.indexes.push(index);
        this.filled.push(count);
        this.total += count;
      }
    }
    return at === counts.length && Math.abs(index) < MAX_INDEX && Math.abs(gaps[0] ?? 0) < MAX_INDEX;
  }

  /** Whether every count is a whole number. */
  get isWhole(): boolean {
    return this.filled.every(Number.isInteger);
  }
}

/** The spans, deltas and counts of a side are three fields in this order. @returns whether the tag is of one of them. */
export function readBuckets(
  tag: number,
  buckets: SparseBuckets,
  spans: number,
  reader: WireReader,
  end: number,
): boolean {
  switch (tag - spans) {
    case 0:
      buckets.readSpan(reader, end);
      return true;
    case 8:
      buckets.readDeltas(reader, end);
      return true;
    case 6:
      buckets.readDelta(reader, end);
      return true;
    case 16:
      buckets.readDoubles(reader, end);
      return true;
    case 15:
      buckets.readDouble(reader, end);
      return true;
    default:
      return false;
  }
}
