import { LogTable } from '../logs/log-table.js';
import { ExponentialHistogramTable, HistogramTable, NumberTable, SummaryTable } from '../metrics/point-tables.js';
import { LimitedPointsTable } from '../metrics/limited-points-table.js';
import { SeriesTable } from '../metrics/series-table.js';
import { ResourceTable } from '../resource/resource-table.js';
import { SpanTable } from '../traces/span-table.js';
import { UsageTable } from '../usage/usage-table.js';

export interface BlockColumn {
  readonly name: string;
  readonly type: string;
}

/** The columns of every block that encoders make, in order, by table: for comparison with the store's schema. */
export function blockColumns(): ReadonlyMap<string, readonly BlockColumn[]> {
  const neverKnown = () => false;
  const builders = [
    new SpanTable(),
    new LogTable(),
    new ResourceTable(neverKnown),
    new SeriesTable(neverKnown),
    new NumberTable(),
    new HistogramTable(),
    new ExponentialHistogramTable(),
    new SummaryTable(),
    new LimitedPointsTable(),
    new UsageTable('traces'),
  ];
  return new Map(builders.map(({ table }) => [table.name, table.columns.map(([name, { type }]) => ({ name, type }))]));
}
