import { REJECT, type Rejection } from '../../rules.js';
import { pushRange } from '../../wire/fields.js';
import { RepeatedNumbers } from '../../wire/numbers.js';
import { fieldSet, type WireReader } from '../../wire/reader.js';
import { DistributionFields } from './point-fields.js';

const HISTOGRAM_FIELDS = fieldSet(2, 3, 4, 5, 6, 7, 9, 10, 11, 12);

/** A HistogramDataPoint. */
export class HistogramPoint extends DistributionFields {
  readonly bounds = new RepeatedNumbers();
  readonly buckets = new RepeatedNumbers();

  override get elements(): number {
    return this.bounds.count + this.buckets.count;
  }

  override read(reader: WireReader, start: number, end: number, path: string): void {
    this.clearDistribution();
    this.bounds.clear();
    this.buckets.clear();
    reader.pos = start;
    while (reader.pos < end) {
      const tag = reader.tag(end, path);
      if (this.readTime(tag, reader, end, path) || this.readTotals(tag, reader, end, path)) continue;
      switch (tag) {
        case 0x4a:
          pushRange(reader, end, this.attributes, path);
          break;
        case 0x32:
          this.buckets.packedFixed64(reader, end, path);
          break;
        case 0x31:
          this.buckets.fixed64(reader, end, path);
          break;
        case 0x3a:
          this.bounds.packedFixed64(reader, end, path);
          break;
        case 0x39:
          this.bounds.fixed64(reader, end, path);
          break;
        case 0x50:
          this.flags = reader.uint32(end, path);
          break;
        case 0x59:
          this.min = reader.double(end, path);
          break;
        case 0x61:
          this.max = reader.double(end, path);
          break;
        default:
          reader.skip(tag, HISTOGRAM_FIELDS, end, path);
      }
    }
  }

  /** Readers rely on having one more bucket than bounds; a histogram without buckets has no bounds either. */
  protected override judgeValue(): Rejection {
    const { bounds, buckets } = this;
    const fits = buckets.count === 0 ? bounds.count === 0 : buckets.count === bounds.count + 1;
    return fits ? REJECT.none : REJECT.histogramShape;
  }
}

const EXPONENTIAL_FIELDS = fieldSet(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13, 14);
const BUCKET_FIELDS = fieldSet(1, 2);

/** One side of an exponential histogram. */
export class Buckets {
  offset = 0;
  readonly counts = new RepeatedNumbers();

  clear(): void {
    this.offset = 0;
    this.counts.clear();
  }

  read(reader: WireReader, end: number, path: string): void {
    this.clear();
    while (reader.pos < end) {
      const tag = reader.tag(end, path);
      if (tag === 0x08) this.offset = unzigzag(reader.uint32(end, path));
      else if (tag === 0x12) this.counts.packedVarints(reader, end, path);
      else if (tag === 0x10) this.counts.varint(reader, end, path);
      else reader.skip(tag, BUCKET_FIELDS, end, path);
    }
  }
}

/** An ExponentialHistogramDataPoint. */
export class ExponentialPoint extends DistributionFields {
  scale = 0;
  zeroCountLow = 0;
  zeroCountHigh = 0;
  zeroThreshold = 0;
  readonly positive = new Buckets();
  readonly negative = new Buckets();

  override get elements(): number {
    return this.positive.counts.count + this.negative.counts.count;
  }

  override read(reader: WireReader, start: number, end: number, path: string): void {
    this.clearDistribution();
    this.scale = this.zeroCountLow = this.zeroCountHigh = this.zeroThreshold = 0;
    this.positive.clear();
    this.negative.clear();
    reader.pos = start;
    while (reader.pos < end) {
      const tag = reader.tag(end, path);
      if (this.readTime(tag, reader, end, path) || this.readTotals(tag, reader, end, path)) continue;
      switch (tag) {
        case 0x0a:
          pushRange(reader, end, this.attributes, path);
          break;
        case 0x30:
          this.scale = unzigzag(reader.uint32(end, path));
          break;
        case 0x39:
          reader.fixed64(end, path);
          this.zeroCountLow = reader.low;
          this.zeroCountHigh = reader.high;
          break;
        case 0x42: {
          const bucketsEnd = reader.length(end, path) + reader.pos;
          this.positive.read(reader, bucketsEnd, path);
          break;
        }
        case 0x4a: {
          const bucketsEnd = reader.length(end, path) + reader.pos;
          this.negative.read(reader, bucketsEnd, path);
          break;
        }
        case 0x50:
          this.flags = reader.uint32(end, path);
          break;
        case 0x61:
          this.min = reader.double(end, path);
          break;
        case 0x69:
          this.max = reader.double(end, path);
          break;
        case 0x71:
          this.zeroThreshold = reader.double(end, path);
          break;
        default:
          reader.skip(tag, EXPONENTIAL_FIELDS, end, path);
      }
    }
  }

  protected override judgeValue(): Rejection {
    return REJECT.none;
  }
}

/** Protobuf's sint32: 0, -1, 1, -2, ... are sent as 0, 1, 2, 3, ... */
function unzigzag(value: number): number {
  return (value >>> 1) ^ -(value & 1);
}
