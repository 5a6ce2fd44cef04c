import { REJECT, type Rejection, type TimeBounds } from '../../rules.js';
import type { WireReader } from '../../wire/reader.js';
import { ExponentialPoint, HistogramPoint } from './histogram-fields.js';
import { METRIC_TYPE, MetricFields } from './metric-fields.js';
import { NumberPoint, SummaryPoint, type PointFields } from './point-fields.js';

const METRIC = 'resource_metrics.scope_metrics.metrics';
export const METRIC_PATHS = {
  metric: METRIC,
  point: `${METRIC}.data_points`,
  attributes: `${METRIC}.data_points.attributes`,
} as const;

/** Receives each point of a metric, read into the walker's fields, and whether it is stored. */
export interface PointVisitor {
  metric(): void;
  point(point: PointFields, rejection: Rejection): void;
}

/** Reads metrics point by point. The fields of the current metric and point are valid until the next one is read. */
export class MetricWalker {
  readonly fields = new MetricFields();
  readonly number = new NumberPoint();
  readonly histogram = new HistogramPoint();
  readonly exponential = new ExponentialPoint();
  readonly summary = new SummaryPoint();

  walk(reader: WireReader, start: number, end: number, bounds: TimeBounds, visitor: PointVisitor): void {
    const { fields } = this;
    fields.read(reader, start, end, METRIC_PATHS.metric);
    visitor.metric();
    const { points } = fields;
    const hasName = fields.nameEnd > fields.nameStart;
    const point = this.#getPoint(fields.type);
    for (let i = 0, count = points.count; i < count; i++) {
      point.read(reader, points.start(i), points.end(i), METRIC_PATHS.point);
      visitor.point(point, hasName ? point.judge(bounds) : REJECT.metricName);
    }
  }

  #getPoint(type: number): PointFields {
    if (type === METRIC_TYPE.histogram) return this.histogram;
    if (type === METRIC_TYPE.exponentialHistogram) return this.exponential;
    return type === METRIC_TYPE.summary ? this.summary : this.number;
  }
}
