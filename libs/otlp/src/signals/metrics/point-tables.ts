import { METRIC_EXPONENTIAL_HISTOGRAMS, METRIC_HISTOGRAMS, METRIC_POINTS, METRIC_SUMMARIES } from '@svc/tables';
import { ArrayColumn } from '../../native/array-column.js';
import { buildTable } from '../../native/block.js';
import { FixedColumn } from '../../native/fixed-column.js';
import { LowCardinalityColumn } from '../../native/low-cardinality-column.js';
import { appendTime } from '../../native/time.js';
import type { WireReader } from '../../wire/reader.js';
import { OwnerColumns } from '../encoder/row-columns.js';
import type { ExponentialPoint, HistogramPoint } from './histogram-fields.js';
import { METRIC_PATHS } from './metric-walker.js';
import type { DistributionFields, NumberPoint, PointFields, SummaryPoint } from './point-fields.js';

const uint64 = () => new FixedColumn('UInt64');
const float64 = () => new FixedColumn('Float64');
const int32 = () => new FixedColumn('Int32');

/** The columns that points of all kinds share. */
class PointColumns {
  readonly owner = new OwnerColumns();
  readonly metricName = new LowCardinalityColumn();
  private readonly seriesHash = uint64();
  private readonly timestamp = new FixedColumn('DateTime64(9)');
  private readonly startTimestamp = new FixedColumn('DateTime64(9)');
  readonly columns = {
    ...this.owner.columns,
    metric_name: this.metricName,
    series_hash: this.seriesHash,
    timestamp: this.timestamp,
    start_timestamp: this.startTimestamp,
  };

  get rows(): number {
    return this.timestamp.rows;
  }

  append(nameIndex: number, seriesLow: number, seriesHigh: number, point: PointFields): void {
    this.metricName.push(nameIndex);
    this.seriesHash.uint64(seriesLow, seriesHigh);
    appendTime(this.timestamp, point.timeLow, point.timeHigh);
    appendTime(this.startTimestamp, point.startLow, point.startHigh);
  }
}

/** Gauges and sums. */
export class NumberTable {
  readonly point = new PointColumns();
  private readonly value = float64();
  readonly table = buildTable(METRIC_POINTS, { ...this.point.columns, value: this.value });

  append(point: NumberPoint): void {
    this.value.float64(point.value);
  }
}

class DistributionColumns {
  private readonly count = uint64();
  private readonly sum = float64();
  private readonly min = float64();
  private readonly max = float64();
  readonly columns = {
    count: this.count,
    sum: this.sum,
    min: this.min,
    max: this.max,
  };

  append(point: DistributionFields): void {
    this.count.uint64(point.countLow, point.countHigh);
    this.sum.float64(point.sum);
    this.min.float64(point.min);
    this.max.float64(point.max);
  }
}

export class HistogramTable {
  readonly point = new PointColumns();
  private readonly distribution = new DistributionColumns();
  private readonly bounds = new ArrayColumn(float64());
  private readonly buckets = new ArrayColumn(uint64());
  readonly table = buildTable(METRIC_HISTOGRAMS, {
    ...this.point.columns,
    ...this.distribution.columns,
    explicit_bounds: this.bounds,
    bucket_counts: this.buckets,
  });

  append(point: HistogramPoint, reader: WireReader): void {
    this.distribution.append(point);
    point.bounds.appendFixed64(reader, this.bounds.inner);
    this.bounds.endRow();
    point.buckets.appendFixed64(reader, this.buckets.inner);
    this.buckets.endRow();
  }
}

export class ExponentialHistogramTable {
  readonly point = new PointColumns();
  private readonly distribution = new DistributionColumns();
  private readonly scale = int32();
  private readonly zeroCount = uint64();
  private readonly zeroThreshold = float64();
  private readonly positiveOffset = int32();
  private readonly positiveCounts = new ArrayColumn(uint64());
  private readonly negativeOffset = int32();
  private readonly negativeCounts = new ArrayColumn(uint64());
  readonly table = buildTable(METRIC_EXPONENTIAL_HISTOGRAMS, {
    ...this.point.columns,
    ...this.distribution.columns,
    scale: this.scale,
    zero_count: this.zeroCount,
    zero_threshold: this.zeroThreshold,
    positive_offset: this.positiveOffset,
    positive_bucket_counts: this.positiveCounts,
    negative_offset: this.negativeOffset,
    negative_bucket_counts: this.negativeCounts,
  });

  append(point: ExponentialPoint, reader: WireReader): void {
    this.distribution.append(point);
    this.scale.uint32(point.scale);
    this.zeroCount.uint64(point.zeroCountLow, point.zeroCountHigh);
    this.zeroThreshold.float64(point.zeroThreshold);
    this.positiveOffset.uint32(point.positive.offset);
    point.positive.counts.appendVarints(reader, this.positiveCounts.inner);
    this.positiveCounts.endRow();
    this.negativeOffset.uint32(point.negative.offset);
    point.negative.counts.appendVarints(reader, this.negativeCounts.inner);
    this.negativeCounts.endRow();
  }
}

export class SummaryTable {
  readonly point = new PointColumns();
  private readonly count = uint64();
  private readonly sum = float64();
  private readonly quantiles = new ArrayColumn(float64());
  private readonly values = new ArrayColumn(float64());
  readonly table = buildTable(METRIC_SUMMARIES, {
    ...this.point.columns,
    count: this.count,
    sum: this.sum,
    quantiles: this.quantiles,
    quantile_values: this.values,
  });

  append(point: SummaryPoint, reader: WireReader): void {
    this.count.uint64(point.countLow, point.countHigh);
    this.sum.float64(point.sum);
    for (let i = 0; i < point.elements; i++) {
      point.readQuantile(i, reader, METRIC_PATHS.point);
      this.quantiles.inner.float64(point.quantile);
      this.values.inner.float64(point.quantileValue);
    }
    this.quantiles.endRow();
    this.values.endRow();
  }
}
