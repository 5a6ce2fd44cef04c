import { oneOf, select, sql, type Scope, type Sql } from '@svc/reading/statement';
import {
  METRIC_EXPONENTIAL_HISTOGRAMS,
  METRIC_HISTOGRAMS,
  METRIC_POINTS,
  METRIC_SERIES,
  METRIC_SUMMARIES,
  type TableDefinition,
} from '@svc/tables';
import { filterValues, type ExportDefinition } from '../../definition/export-definition.js';
import { KEY, tableStage } from '../chunks/stage.js';
import type { ExportColumn } from '../columns/export-column.js';
import { boolean, integer, list, mapAttributes, number, optionalTime, text, time } from '../columns/values.js';
import { toEnumName } from './level.js';
import type { Extent, SignalSource, SourceStage } from './signal-source.js';

const TYPES = ['', 'gauge', 'sum', 'histogram', 'exponential_histogram', 'summary'];
const TEMPORALITIES = ['unspecified', 'delta', 'cumulative'];

const LABELS: readonly ExportColumn[] = [
  text('metric_name', sql`r.metric_name`),
  text('type', toEnumName(sql`s.type`, TYPES)),
  text('temporality', toEnumName(sql`s.temporality`, TEMPORALITIES)),
  boolean('is_monotonic', sql`s.is_monotonic`),
  text('unit', sql`s.unit`),
  text('service_name', sql`s.service_name`),
  text('environment', sql`s.environment`),
  text('instance', sql`s.instance`),
  text('job', sql`s.job`),
  text('scope_name', sql`s.scope_name`),
  { name: 'attributes', kind: 'texts', value: sql`s.attributes` },
  integer('series_hash', sql`r.series_hash`),
  time('timestamp', sql`r.timestamp`),
  optionalTime('start_timestamp', sql`r.start_timestamp`),
];

const FLOAT = (column: Sql): Sql => sql`CAST(${column} AS Nullable(Float64))`;
const present = (column: Sql): Sql => sql`CAST(if(isNaN(${column}), NULL, ${column}) AS Nullable(Float64))`;
const NONE: Sql = sql`CAST(NULL AS Nullable(Float64))`;

/** The columns of a kind of point besides its series; columns that do not apply are null or an empty list. */
interface Figures {
  readonly value?: Sql;
  readonly count?: Sql;
  readonly sum?: Sql;
  readonly min?: Sql;
  readonly max?: Sql;
  /** Bounds and counts of buckets, or quantiles and their values. */
  readonly bounds?: Sql;
  readonly counts?: Sql;
  readonly quantiles?: Sql;
  readonly quantile_values?: Sql;
  /** JSON of the buckets of an exponential histogram. */
  readonly exponential?: Sql;
}

function figures(given: Figures): readonly ExportColumn[] {
  const numbers = (found: Sql | undefined): Sql => found ?? sql`CAST([] AS Array(Float64))`;
  return [
    number('value', given.value ?? NONE),
    integer('count', sql`CAST(${given.count ?? sql`NULL`} AS Nullable(UInt64))`),
    number('sum', given.sum ?? NONE),
    number('min', given.min ?? NONE),
    number('max', given.max ?? NONE),
    list('explicit_bounds', numbers(given.bounds)),
    list('bucket_counts', given.counts ?? sql`CAST([] AS Array(UInt64))`),
    list('quantiles', numbers(given.quantiles)),
    list('quantile_values', numbers(given.quantile_values)),
    {
      name: 'exponential_buckets',
      kind: 'json',
      value: sql`CAST(${given.exponential ?? sql`NULL`} AS Nullable(String))`,
    },
  ];
}

const SPREAD = { count: sql`r.count`, sum: FLOAT(sql`r.sum`), min: present(sql`r.min`), max: present(sql`r.max`) };

const EXPONENTIAL = sql`concat('{"scale":', toString(r.scale), ',"zero_count":"', toString(r.zero_count),
  '","zero_threshold":', toJSONString(r.zero_threshold), ',"positive_offset":', toString(r.positive_offset),
  ',"positive_bucket_counts":', toJSONString(r.positive_bucket_counts), ',"negative_offset":', toString(r.negative_offset),
  ',"negative_bucket_counts":', toJSONString(r.negative_bucket_counts), '}')`;

const TABLES: readonly (readonly [TableDefinition, Figures])[] = [
  [METRIC_POINTS, { value: FLOAT(sql`r.value`) }],
  [METRIC_HISTOGRAMS, { ...SPREAD, bounds: sql`r.explicit_bounds`, counts: sql`r.bucket_counts` }],
  [METRIC_EXPONENTIAL_HISTOGRAMS, { ...SPREAD, exponential: EXPONENTIAL }],
  [
    METRIC_SUMMARIES,
    {
      count: sql`r.count`,
      sum: FLOAT(sql`r.sum`),
      quantiles: sql`r.quantiles`,
      quantile_values: sql`r.quantile_values`,
    },
  ],
];

const COLUMNS = [...LABELS, ...figures({})];

/** Points by kind, metric, series and time: as they are stored, so that a part is read without the others. */
export const METRICS_SOURCE: SignalSource = {
  defaultColumns: COLUMNS.map(({ name }) => name),
  stages: (extent) => TABLES.map(([from, given]) => pointStage(from, given, extent)),
};

function pointStage(from: TableDefinition, given: Figures, { scope, definition, window }: Extent): SourceStage {
  const { metric } = definition;
  const isMetric = oneOf(sql`metric_name`, metric === '' ? [] : [metric]);
  const stage = tableStage({
    from,
    scope,
    window,
    key: [KEY.text(sql`metric_name`), KEY.integer(sql`series_hash`), KEY.time(sql`timestamp`)],
    isSliced: false,
    where: [isMetric, inSeries(scope, definition)],
    order: sql`r.metric_name, r.series_hash, r.timestamp`,
    join: () => sql`LEFT ANY JOIN (${selectSeries(scope, [isMetric])}) AS s
      ON r.metric_name = s.metric_name AND r.series_hash = s.series_hash`,
  });
  return { ...stage, columns: [...LABELS, ...figures(given)], attributes: mapAttributes(sql`s.attributes`) };
}

function selectSeries(scope: Scope, where: readonly (Sql | undefined)[], columns = sql`*`): Sql {
  return select({ from: METRIC_SERIES, final: true, scope, columns, where });
}

/** The origin of a point is that of its series. */
function inSeries(scope: Scope, { service_name, environment }: ExportDefinition): Sql | undefined {
  const where = [
    oneOf(sql`service_name`, filterValues(service_name)),
    oneOf(sql`environment`, filterValues(environment)),
  ];
  if (where.every((condition) => condition === undefined)) return undefined;
  return sql`tuple(metric_name, series_hash) IN (${selectSeries(scope, where, sql`metric_name, series_hash`)})`;
}
