import { REJECT, type Rejection, type TimeBounds } from '../../rules.js';
import { pushRange } from '../../wire/fields.js';
import { Ranges } from '../../wire/ranges.js';
import { fieldSet, type WireReader } from '../../wire/reader.js';

/** Bit of a point's flags: the stream has no value at this time. */
const NO_RECORDED_VALUE = 1;

/** Common fields of points of all kinds: positions in the request and numbers. */
export abstract class PointFields {
  timeLow = 0;
  timeHigh = 0;
  startLow = 0;
  startHigh = 0;
  flags = 0;
  readonly attributes = new Ranges();

  /** Numbers in the arrays of the point. */
  abstract readonly elements: number;
  /** Checks the structure of the point itself, not of its attributes. */
  abstract read(reader: WireReader, start: number, end: number, path: string): void;
  protected abstract judgeValue(): Rejection;

  /** Whether the point is stored, and if not, why. */
  judge(bounds: TimeBounds): Rejection {
    if ((this.flags & NO_RECORDED_VALUE) !== 0) return REJECT.noRecordedValue;
    const rejection = bounds.check(this.timeLow, this.timeHigh);
    return rejection === REJECT.none ? this.judgeValue() : rejection;
  }

  protected clearPoint(): void {
    this.timeLow = this.timeHigh = this.startLow = this.startHigh = this.flags = 0;
    this.attributes.clear();
  }

  /** Both times have the same field numbers in points of all kinds. Returns whether `tag` was one of them. */
  protected readTime(tag: number, reader: WireReader, end: number, path: string): boolean {
    if (tag === 0x19) {
      reader.fixed64(end, path);
      this.timeLow = reader.low;
      this.timeHigh = reader.high;
      return true;
    }
    if (tag !== 0x11) return false;
    reader.fixed64(end, path);
    this.startLow = reader.low;
    this.startHigh = reader.high;
    return true;
  }
}

const NUMBER_FIELDS = fieldSet(2, 3, 4, 6, 7, 8);

/** A NumberDataPoint, of a gauge or a sum. */
export class NumberPoint extends PointFields {
  value = 0;
  private hasValue = false;
  override readonly elements = 0;

  override read(reader: WireReader, start: number, end: number, path: string): void {
    this.clearPoint();
    this.hasValue = false;
    reader.pos = start;
    while (reader.pos < end) {
      const tag = reader.tag(end, path);
      if (this.readTime(tag, reader, end, path)) continue;
      if (tag === 0x3a) pushRange(reader, end, this.attributes, path);
      else if (tag === 0x21) {
        this.value = reader.double(end, path);
        this.hasValue = true;
      } else if (tag === 0x31) {
        reader.fixed64(end, path);
        this.value = (reader.high | 0) * 4294967296 + reader.low;
        this.hasValue = true;
      } else if (tag === 0x40) this.flags = reader.uint32(end, path);
      else reader.skip(tag, NUMBER_FIELDS, end, path);
    }
  }

  protected override judgeValue(): Rejection {
    return this.hasValue ? REJECT.none : REJECT.valueMissing;
  }
}

const SUMMARY_FIELDS = fieldSet(2, 3, 4, 5, 6, 7, 8);
const QUANTILE_FIELDS = fieldSet(1, 2);

export class SummaryPoint extends PointFields {
  countLow = 0;
  countHigh = 0;
  sum = 0;
  private readonly quantiles = new Ranges();
  quantile = 0;
  quantileValue = 0;

  override get elements(): number {
    return this.quantiles.count;
  }

  override read(reader: WireReader, start: number, end: number, path: string): void {
    this.clearPoint();
    this.countLow = this.countHigh = this.sum = 0;
    this.quantiles.clear();
    reader.pos = start;
    while (reader.pos < end) {
      const tag = reader.tag(end, path);
      if (this.readTime(tag, reader, end, path)) continue;
      if (tag === 0x3a) pushRange(reader, end, this.attributes, path);
      else if (tag === 0x21) {
        reader.fixed64(end, path);
        this.countLow = reader.low;
        this.countHigh = reader.high;
      } else if (tag === 0x29) this.sum = reader.double(end, path);
      else if (tag === 0x32) pushRange(reader, end, this.quantiles, path);
      else if (tag === 0x40) this.flags = reader.uint32(end, path);
      else reader.skip(tag, SUMMARY_FIELDS, end, path);
    }
    for (let i = 0; i < this.quantiles.count; i++) this.readQuantile(i, reader, path);
  }

  /** Reads one of the `elements` into `quantile` and `quantileValue`. */
  readQuantile(index: number, reader: WireReader, path: string): void {
    const end = this.quantiles.end(index);
    this.quantile = this.quantileValue = 0;
    reader.pos = this.quantiles.start(index);
    while (reader.pos < end) {
      const tag = reader.tag(end, path);
      if (tag === 0x09) this.quantile = reader.double(end, path);
      else if (tag === 0x11) this.quantileValue = reader.double(end, path);
      else reader.skip(tag, QUANTILE_FIELDS, end, path);
    }
  }

  protected override judgeValue(): Rejection {
    return REJECT.none;
  }
}

/** The numbers of both kinds of histogram. An absent sum, min or max is NaN. */
export abstract class DistributionFields extends PointFields {
  countLow = 0;
  countHigh = 0;
  sum = NaN;
  min = NaN;
  max = NaN;

  protected clearDistribution(): void {
    this.clearPoint();
    this.countLow = this.countHigh = 0;
    this.sum = this.min = this.max = NaN;
  }

  /** Count and sum have the same field numbers in both kinds. Returns whether `tag` was one of them. */
  protected readTotals(tag: number, reader: WireReader, end: number, path: string): boolean {
    if (tag === 0x21) {
      reader.fixed64(end, path);
      this.countLow = reader.low;
      this.countHigh = reader.high;
      return true;
    }
    if (tag !== 0x29) return false;
    this.sum = reader.double(end, path);
    return true;
  }
}
