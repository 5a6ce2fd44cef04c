import { fieldSet, type WireReader } from '@svc/otlp/wire';
import { readBuckets, SparseBuckets } from './buckets.js';
import { isStaleMarker } from './sample.js';
import { Nanoseconds } from './time.js';

const HISTOGRAM = 'timeseries.histograms';
const HISTOGRAM_FIELDS = fieldSet(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17);
const HALF = 0x1_0000_0000;
/** The schema of buckets with bounds of their own. */
const CUSTOM_SCHEMA = -53;
/** Buckets of a schema are a power of two with 2^schema buckets; OTLP allows the same as its scale. */
const MIN_SCHEMA = -4;
const MAX_SCHEMA = 20;
const GAUGE_HINT = 3;

/** Why a histogram is not stored. */
export type HistogramFault = 'stale_marker' | 'gauge_histogram' | 'fractional_histogram' | 'invalid_histogram';

/** A native histogram of either version. */
export class Histogram {
  count = 0;
  sum = 0;
  schema = 0;
  zeroThreshold = 0;
  zeroCount = 0;
  readonly positive = new SparseBuckets();
  readonly negative = new SparseBuckets();
  /** Upper bounds of custom buckets. */
  readonly bounds: number[] = [];
  readonly time = new Nanoseconds();
  readonly start = new Nanoseconds();
  private hint = 0;
  private isStale = false;

  get isCustom(): boolean {
    return this.schema === CUSTOM_SCHEMA;
  }

  read(reader: WireReader, start: number, end: number): void {
    this.#clear();
    reader.pos = start;
    while (reader.pos < end) this.#readField(reader.tag(end, HISTOGRAM), reader, end);
  }

  /** Undefined if it is stored. */
  judge(): HistogramFault | undefined {
    if (this.isStale) return 'stale_marker';
    if (this.hint === GAUGE_HINT) return 'gauge_histogram';
    const { count, zeroCount, positive, negative } = this;
    const isPlaced = positive.place() && negative.place();
    if (!isPlaced || !(count >= 0 && zeroCount >= 0 && count <= Number.MAX_SAFE_INTEGER)) return 'invalid_histogram';
    if (!(this.isCustom ? this.#fitsBounds() : this.schema >= MIN_SCHEMA && this.schema <= MAX_SCHEMA))
      return 'invalid_histogram';
    const isWhole = Number.isInteger(count) && Number.isInteger(zeroCount) && positive.isWhole && negative.isWhole;
    if (!isWhole) return 'fractional_histogram';
    const total = zeroCount + positive.total + negative.total;
    // Observations that are not a number are counted but are in no bucket.
    const isComplete = Number.isNaN(this.sum) ? total <= count : total === count;
    return isComplete ? undefined : 'invalid_histogram';
  }

  #fitsBounds(): boolean {
    const { bounds, positive, negative, zeroCount } = this;
    for (let i = 0; i < bounds.length; i++) {
      if (!Number.isFinite(bounds[i]) || (i > 0 && bounds[i] <= bounds[i - 1])) return false;
    }
    const { indexes } = positive;
    const isWithin = indexes.length === 0 || (indexes[0] >= 0 && indexes[indexes.length - 1] <= bounds.length);
    return isWithin && zeroCount === 0 && negative.total === 0;
  }

  #readField(tag: number, reader: WireReader, end: number): void {
    switch (tag) {
      case 0x08:
        this.count = readUint64(reader, end);
        break;
      case 0x11:
        this.count = reader.double(end, HISTOGRAM);
        break;
      case 0x19:
        this.sum = reader.double(end, HISTOGRAM);
        this.isStale = isStaleMarker(
          reader.view.getUint32(reader.pos - 8, true),
          reader.view.getUint32(reader.pos - 4, true),
        );
        break;
      case 0x20: {
        const value = reader.uint32(end, HISTOGRAM);
        this.schema = (value >>> 1) ^ -(value & 1);
        break;
      }
      case 0x29:
        this.zeroThreshold = reader.double(end, HISTOGRAM);
        break;
      case 0x30:
        this.zeroCount = readUint64(reader, end);
        break;
      case 0x39:
        this.zeroCount = reader.double(end, HISTOGRAM);
        break;
      case 0x70:
        this.hint = reader.uint32(end, HISTOGRAM);
        break;
      case 0x78:
        this.time.read(reader, end, HISTOGRAM);
        break;
      case 0x81:
        this.bounds.push(reader.double(end, HISTOGRAM));
        break;
      case 0x82:
        this.#readBounds(reader, end);
        break;
      case 0x88:
        this.start.read(reader, end, HISTOGRAM);
        break;
      default:
        if (!readBuckets(tag, this.negative, 0x42, reader, end) && !readBuckets(tag, this.positive, 0x5a, reader, end))
          reader.skip(tag, HISTOGRAM_FIELDS, end, HISTOGRAM);
    }
  }

  #readBounds(reader: WireReader, messageEnd: number): void {
    const end = reader.length(messageEnd, HISTOGRAM) + reader.pos;
    while (reader.pos < end) this.bounds.push(reader.double(end, HISTOGRAM));
  }

  #clear(): void {
    this.count = this.sum = this.schema = this.zeroThreshold = this.zeroCount = this.hint = this.bounds.length = 0;
    this.positive.clear();
    this.negative.clear();
    this.time.clear();
    this.start.clear();
    this.isStale = false;
  }
}

function readUint64(reader: WireReader, end: number): number {
  reader.varint(end, HISTOGRAM);
  return reader.high * HALF + reader.low;
}
