import type { TelemetryWriter } from './telemetry-writer.js';

export interface SeriesFixture {
  readonly project?: number;
  readonly metric: string;
  readonly hash: bigint;
  /** As numbered by METRIC_TYPES. */
  readonly type: 1 | 2 | 3 | 4 | 5;
  /** 1 delta, 2 cumulative. */
  readonly temporality?: 0 | 1 | 2;
  readonly isMonotonic?: boolean;
  readonly unit?: string;
  readonly description?: string;
  readonly service?: string;
  readonly environment?: string;
  readonly instance?: string;
  readonly job?: string;
  readonly scope?: string;
  readonly attributes?: Readonly<Record<string, string>>;
  /** Seconds since 1970. */
  readonly lastSeen?: number;
}

/** The points of one series: the columns that differ. */
export type PointFixture = { readonly timestamp: bigint; readonly start?: bigint } & Readonly<Record<string, unknown>>;

const VALUE_COLUMNS = {
  metric_points: [['value', 'Float64']],
  metric_histograms: [
    ['count', 'UInt64'],
    ['sum', 'Float64'],
    ['min', 'Nullable(Float64)', 'ifNull(min, nan)'],
    ['max', 'Nullable(Float64)', 'ifNull(max, nan)'],
    ['explicit_bounds', 'Array(Float64)'],
    ['bucket_counts', 'Array(UInt64)'],
  ],
  metric_exponential_histograms: [
    ['count', 'UInt64'],
    ['sum', 'Float64'],
    ['min', 'Nullable(Float64)', 'ifNull(min, nan)'],
    ['max', 'Nullable(Float64)', 'ifNull(max, nan)'],
    ['scale', 'Int32'],
    ['zero_count', 'UInt64'],
    ['zero_threshold', 'Float64'],
    ['positive_offset', 'Int32'],
    ['positive_bucket_counts', 'Array(UInt64)'],
    ['negative_offset', 'Int32'],
    ['negative_bucket_counts', 'Array(UInt64)'],
  ],
  metric_summaries: [
    ['count', 'UInt64'],
    ['sum', 'Float64'],
    ['quantiles', 'Array(Float64)'],
    ['quantile_values', 'Array(Float64)'],
  ],
} as const;

const TABLE_OF_TYPE = [
  'metric_points',
  'metric_points',
  'metric_points',
  'metric_histograms',
  'metric_exponential_histograms',
  'metric_summaries',
] as const;

/** A series and its points. */
export async function writeSeries(
  writer: TelemetryWriter,
  series: SeriesFixture,
  points: readonly PointFixture[],
): Promise<void> {
  const { project = 1, metric, hash } = series;
  const text = (name: string): [string, string] => [name, 'String'];
  await writer.insert(
    'metric_series',
    [
      ['project_number', 'UInt32'],
      text('metric_name'),
      ['series_hash', 'UInt64'],
      ['type', 'UInt8'],
      ['temporality', 'UInt8'],
      ['is_monotonic', 'Bool'],
      ...['unit', 'description', 'service_name', 'environment', 'instance', 'job', 'scope_name'].map(text),
      ['attributes', 'Map(String, String)'],
      ['last_seen', 'UInt32'],
    ],
    [
      {
        project_number: project,
        metric_name: metric,
        series_hash: hash,
        type: series.type,
        temporality: series.temporality ?? 0,
        is_monotonic: series.isMonotonic ?? false,
        unit: series.unit ?? '',
        description: series.description ?? '',
        service_name: series.service ?? '',
        environment: series.environment ?? '',
        instance: series.instance ?? '',
        job: series.job ?? '',
        scope_name: series.scope ?? '',
        attributes: series.attributes ?? {},
        last_seen: series.lastSeen ?? 1_795_199_999,
      },
    ],
  );
  const table = TABLE_OF_TYPE[series.type];
  await writer.insert(
    table,
    [
      ['project_number', 'UInt32'],
      ['retention_days', 'UInt16'],
      text('metric_name'),
      ['series_hash', 'UInt64'],
      ['timestamp', 'Int64', 'fromUnixTimestamp64Nano(timestamp)'],
      ['start_timestamp', 'Int64', 'fromUnixTimestamp64Nano(start_timestamp)'],
      ...VALUE_COLUMNS[table],
    ],
    points.map(({ start = 0n, ...values }) => ({
      project_number: project,
      retention_days: 30,
      metric_name: metric,
      series_hash: hash,
      start_timestamp: start,
      ...values,
    })),
  );
}
