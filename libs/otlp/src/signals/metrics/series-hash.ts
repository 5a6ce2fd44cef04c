import { KeyValue } from '../../attributes/any-value.js';
import { AttributesHash } from '../../attributes/attributes-hash.js';
import { Hasher } from '../../hash.js';
import type { Resource } from '../../resource/resource.js';
import type { Scope } from '../../resource/scope.js';
import type { Ranges } from '../../wire/ranges.js';
import type { WireReader } from '../../wire/reader.js';
import type { MetricFields } from './metric-fields.js';

const METRIC_SEED = 0x3c6e_f372;
const SERIES_SEED = 0x510e_527f;

/**
 * The hash of a metric stream: (metric name, type, temporality, monotonic, unit, scope name, resource hash, attributes). The part that all
 * points of a metric share is hashed once; the order of attributes is irrelevant.
 */
export class SeriesHash {
  low = 0;
  high = 0;
  private metricLow = 0;
  private metricHigh = 0;
  private readonly hasher = new Hasher();
  private readonly set = new AttributesHash();
  private readonly pair = new KeyValue();

  startMetric(reader: WireReader, metric: MetricFields, resource: Resource, scope: Scope): void {
    const { bytes, view } = reader;
    const { hasher } = this;
    hasher.start(METRIC_SEED).range(bytes, view, metric.nameStart, metric.nameEnd);
    hasher.uint32(metric.type).uint32(metric.temporality).uint32(metric.isMonotonic);
    hasher.range(bytes, view, metric.unitStart, metric.unitEnd).range(bytes, view, scope.nameStart, scope.nameEnd);
    hasher.uint32(resource.hashLow).uint32(resource.hashHigh).finish();
    this.metricLow = hasher.low;
    this.metricHigh = hasher.high;
  }

  read(reader: WireReader, attributes: Ranges, path: string): void {
    const { hasher, pair, set } = this;
    set.start();
    for (let i = 0, count = attributes.count; i < count; i++) {
      pair.parse(reader, attributes.start(i), attributes.end(i), 0, path);
      set.add(reader, pair);
    }
    set.finish();
    hasher.start(SERIES_SEED).uint32(this.metricLow).uint32(this.metricHigh).uint32(set.low).uint32(set.high).finish();
    this.low = hasher.low;
    this.high = hasher.high;
  }
}
