import { Inject, Injectable } from '@nestjs/common';
import type { ColumnStore } from '@svc/columnar';
import type { ProjectReader } from '@svc/reading/project-reader';
import { render } from '@svc/reading/statement';
import { toMilliseconds, type TimeRange } from '@svc/reading/time';
import { COLUMN_STORE, mapYielding } from '@svc/runtime';
import { listedTwice, replaceRenamed } from '../fields/renamed-attributes.js';
import { recordDeletion, rowsOfMetric } from './deletion/metric-deletion.query.js';
import type { MetricFigure } from './fields/metric-types.js';
import {
  selectLabels,
  selectRenamedLabels,
  selectSeriesCount,
  type LabelRow,
  type SeriesOfWindow,
} from './labels/metric-labels.query.js';
import {
  selectLastPoints,
  selectLimitedPoints,
  selectMetric,
  selectMetrics,
  type LimitedPointsRow,
  type MetricRow,
} from './metrics.query.js';
import { aggregateObservations } from './observations/aggregate-observations.js';
import type { Piece } from './observations/distribution.js';
import { selectCoarsestScale, selectExponentialHistograms } from './observations/exponential-histograms.query.js';
import { explicitPieces, exponentialPieces } from './observations/histogram-pieces.js';
import { selectHistograms, type ObservationRow } from './observations/histograms.query.js';
import type { MetricSelection } from './observations/metric-selection.js';
import { selectNumbers, type NumberRow } from './observations/numbers.query.js';
import type { BucketRow } from './observations/stream.query.js';
import { selectSummaries } from './observations/summaries.query.js';
import { selectServicesOfMetrics } from './span-metrics/services.query.js';

/** One value of one group, ordered by group and then by time. */
export interface AggregatedPoint {
  readonly labels: readonly string[];
  /** Start of the bucket in nanoseconds. */
  readonly bucket: bigint;
  readonly value: number;
  /** Number of points or observations that the value is computed from; absent if series were aggregated. */
  readonly samples?: bigint;
}

/** A project has hundreds; ten thousand come from a sender that puts IDs into names. */
const MAX_METRICS = 10_000;
/** The most services, as in the list of services with spans. */
const MAX_SERVICES = 10_000;

@Injectable()
export class MetricsRepository {
  constructor(@Inject(COLUMN_STORE) private readonly store: ColumnStore) {}

  /** @param name text that the name has to contain; all metrics if it is empty. */
  list(since: bigint, name: string, reader: ProjectReader): Promise<MetricRow[]> {
    return reader.rows(selectMetrics(reader.scope, since, MAX_METRICS, name));
  }

  /** Nanoseconds by metric. */
  async lastPoints(reader: ProjectReader): Promise<ReadonlyMap<string, bigint>> {
    const rows = await reader.rows(selectLastPoints(reader.scope, MAX_METRICS));
    return new Map(rows.map(({ name, latest }) => [name, BigInt(latest)]));
  }

  async find(name: string, reader: ProjectReader): Promise<MetricRow | undefined> {
    const [metric] = await reader.rows(selectMetric(reader.scope, name));
    return metric;
  }

  async limitedPoints(range: TimeRange, reader: ProjectReader): Promise<ReadonlyMap<string, LimitedPointsRow>> {
    const rows = await reader.rows(selectLimitedPoints(reader.scope, range));
    return new Map(rows.map((row) => [row.name, row]));
  }

  /**
   * The series are deleted last: the metric stays known until then, so a deletion that a crash interrupted can be
   * repeated. Ingestion forgets the series after that; otherwise it would assume that series it wrote in between are
   * still stored.
   */
  async delete(name: string, reader: ProjectReader): Promise<void> {
    for (const deletion of rowsOfMetric(name)) await reader.delete(deletion);
    const { sql, parameters } = render(recordDeletion(reader.scope, name));
    await this.store.command(sql, parameters, reader.scope.projectNumber);
  }

  /** The services that metrics about spans name, with or without spans of their own. */
  async services(since: bigint, reader: ProjectReader): Promise<string[]> {
    const rows = await reader.rows(selectServicesOfMetrics(reader.scope, since, MAX_SERVICES));
    return rows.map(({ service }) => service);
  }

  /** One label for each attribute, however many names semantic conventions gave it. */
  async labels(series: SeriesOfWindow, reader: ProjectReader): Promise<LabelRow[]> {
    const rows = await reader.rows(selectLabels(series));
    const twice = listedTwice(rows);
    const merged = twice.length === 0 ? [] : await reader.rows(selectRenamedLabels(series, twice));
    return replaceRenamed(rows, merged).sort((a, b) => b.source.localeCompare(a.source) || (a.name < b.name ? -1 : 1));
  }

  async countSeries(series: SeriesOfWindow, reader: ProjectReader): Promise<bigint> {
    const [row] = await reader.rows(selectSeriesCount(series));
    return BigInt(row?.series ?? 0);
  }

  async aggregate(
    selection: MetricSelection,
    aggregation: MetricFigure,
    reader: ProjectReader,
  ): Promise<AggregatedPoint[]> {
    switch (selection.type) {
      case 'gauge':
      case 'sum':
        return known(await reader.rows(selectNumbers(selection, aggregation)));
      case 'summary':
        return known(await reader.rows(selectSummaries(selection, aggregation)));
      case 'histogram': {
        const rows = await reader.rows(selectHistograms(selection));
        return aggregateRows(rows, explicitPieces, { aggregation, ...selection });
      }
      case 'exponential_histogram':
        return this.#aggregateExponential(selection, aggregation, reader);
    }
  }

  async #aggregateExponential(
    selection: MetricSelection,
    aggregation: MetricFigure,
    reader: ProjectReader,
  ): Promise<AggregatedPoint[]> {
    const [found] = await reader.rows(selectCoarsestScale(selection));
    const scale = found?.coarsest;
    if (scale === null || scale === undefined) return [];
    const rows = await reader.rows(selectExponentialHistograms(selection, scale));
    return aggregateRows(rows, (row) => exponentialPieces(row, scale), { aggregation, ...selection });
  }
}

async function known(rows: readonly NumberRow[]): Promise<AggregatedPoint[]> {
  const points = await mapYielding(rows, ({ bucket, labels, result, points: samples }) =>
    result === null ? undefined : { labels, bucket: BigInt(bucket), value: result, samples: BigInt(samples) },
  );
  return points.filter((point) => point !== undefined);
}

/** Rows of the same group and bucket must be adjacent. */
async function aggregateRows<Row extends BucketRow & ObservationRow>(
  rows: readonly Row[],
  toPieces: (row: Row) => Piece[],
  {
    aggregation,
    range,
    interval,
  }: { readonly aggregation: MetricFigure } & Pick<MetricSelection, 'range' | 'interval'>,
): Promise<AggregatedPoint[]> {
  const groups: Row[][] = [];
  for (const row of rows) {
    const group = groups.at(-1);
    if (group?.[0] && isSameBucket(group[0], row)) group.push(row);
    else groups.push([row]);
  }
  const points = await mapYielding(groups, (group): AggregatedPoint | undefined => {
    const [first] = group;
    if (!first) return undefined;
    const bucket = BigInt(first.bucket);
    const seconds = toMilliseconds(bucketLength(bucket, interval, range)) / 1000;
    const samples = group.reduce((sum, { observations }) => sum + BigInt(observations), 0n);
    const value = aggregateObservations(group, group.flatMap(toPieces), aggregation, seconds);
    return value === undefined ? undefined : { labels: first.labels, bucket, value, samples };
  });
  return points.filter((point) => point !== undefined);
}

function isSameBucket(a: BucketRow, b: BucketRow): boolean {
  return a.bucket === b.bucket && a.labels.every((label, index) => label === b.labels[index]);
}

/** The length of the part of a bucket inside the window, in nanoseconds. */
function bucketLength(start: bigint, width: bigint, { from, to }: TimeRange): bigint {
  const end = start + width;
  return (end < to ? end : to) - (start > from ? start : from);
}
