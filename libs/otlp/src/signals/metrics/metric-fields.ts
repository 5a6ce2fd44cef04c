import { pushRange } from '../../wire/fields.js';
import { Ranges } from '../../wire/ranges.js';
import { fieldSet, type WireReader } from '../../wire/reader.js';

/** The type of a metric, as in `metric_series.type`. */
export const METRIC_TYPE = { none: 0, gauge: 1, sum: 2, histogram: 3, exponentialHistogram: 4, summary: 5 } as const;
export type MetricType = (typeof METRIC_TYPE)[keyof typeof METRIC_TYPE];

const METRIC_FIELDS = fieldSet(1, 2, 3, 5, 7, 9, 10, 11);
const POINTS_ONLY = fieldSet(1);
const WITH_TEMPORALITY = fieldSet(1, 2);
const WITH_MONOTONIC = fieldSet(1, 2, 3);
const DATA_FIELDS: Readonly<Record<MetricType, number>> = {
  [METRIC_TYPE.none]: 0,
  [METRIC_TYPE.gauge]: POINTS_ONLY,
  [METRIC_TYPE.sum]: WITH_MONOTONIC,
  [METRIC_TYPE.histogram]: WITH_TEMPORALITY,
  [METRIC_TYPE.exponentialHistogram]: WITH_TEMPORALITY,
  [METRIC_TYPE.summary]: POINTS_ONLY,
};
const MAX_TEMPORALITY = 2;

/** One Metric as positions in the request and numbers, with the bounds of its points. */
export class MetricFields {
  nameStart = 0;
  nameEnd = 0;
  descriptionStart = 0;
  descriptionEnd = 0;
  unitStart = 0;
  unitEnd = 0;
  type: MetricType = METRIC_TYPE.none;
  temporality = 0;
  isMonotonic = 0;
  readonly points = new Ranges();
  private dataStart = 0;
  private dataEnd = 0;

  read(reader: WireReader, start: number, end: number, path: string): void {
    this.#clear();
    reader.pos = start;
    while (reader.pos < end) {
      const tag = reader.tag(end, path);
      switch (tag) {
        case 0x0a: {
          const length = reader.length(end, path);
          this.nameStart = reader.pos;
          this.nameEnd = reader.pos += length;
          break;
        }
        case 0x12: {
          const length = reader.length(end, path);
          this.descriptionStart = reader.pos;
          this.descriptionEnd = reader.pos += length;
          break;
        }
        case 0x1a: {
          const length = reader.length(end, path);
          this.unitStart = reader.pos;
          this.unitEnd = reader.pos += length;
          break;
        }
        case 0x2a:
          this.#data(METRIC_TYPE.gauge, reader, end, path);
          break;
        case 0x3a:
          this.#data(METRIC_TYPE.sum, reader, end, path);
          break;
        case 0x4a:
          this.#data(METRIC_TYPE.histogram, reader, end, path);
          break;
        case 0x52:
          this.#data(METRIC_TYPE.exponentialHistogram, reader, end, path);
          break;
        case 0x5a:
          this.#data(METRIC_TYPE.summary, reader, end, path);
          break;
        default:
          reader.skip(tag, METRIC_FIELDS, end, path);
      }
    }
    this.#readData(reader, path);
  }

  /** A metric has one kind of data: the last one counts, as in every protobuf `oneof`. */
  #data(type: MetricType, reader: WireReader, end: number, path: string): void {
    const length = reader.length(end, path);
    this.type = type;
    this.dataStart = reader.pos;
    this.dataEnd = reader.pos += length;
  }

  /** All kinds of data have their points in field 1, the temporality in 2 and whether a sum is monotonic in 3. */
  #readData(reader: WireReader, path: string): void {
    const known = DATA_FIELDS[this.type];
    const end = this.dataEnd;
    reader.pos = this.dataStart;
    while (reader.pos < end) {
      const tag = reader.tag(end, path);
      if (tag === 0x0a) pushRange(reader, end, this.points, path);
      else if (tag === 0x10 && known !== POINTS_ONLY) {
        const temporality = reader.uint32(end, path);
        this.temporality = temporality <= MAX_TEMPORALITY ? temporality : 0;
      } else if (tag === 0x18 && known === WITH_MONOTONIC) {
        reader.varint(end, path);
        this.isMonotonic = reader.low !== 0 || reader.high !== 0 ? 1 : 0;
      } else reader.skip(tag, known, end, path);
    }
  }

  #clear(): void {
    this.nameStart = this.nameEnd = this.descriptionStart = this.descriptionEnd = this.unitStart = this.unitEnd = 0;
    this.dataStart = this.dataEnd = 0;
    this.type = METRIC_TYPE.none;
    this.temporality = this.isMonotonic = 0;
    this.points.clear();
  }
}
