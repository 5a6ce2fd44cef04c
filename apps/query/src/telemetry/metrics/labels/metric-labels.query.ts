import { MAX_VALUE_LENGTH } from '@svc/reading/search-language';
import {
  anyOf,
  count,
  select,
  selectFrom,
  sql,
  stringParam,
  stringParams,
  typed,
  uint32,
  type RowsOf,
  type Scope,
  type Sql,
} from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';
import {
  METRIC_EXPONENTIAL_HISTOGRAMS,
  METRIC_HISTOGRAMS,
  METRIC_POINTS,
  METRIC_SERIES,
  METRIC_SUMMARIES,
  RESOURCES,
} from '@svc/tables';
import type { NamedAttribute } from '../../fields/renamed-attributes.js';
import { renamedCells } from '../../fields/renamed-cells.js';
import { METRIC_FIELDS } from '../fields/metric-fields.js';
import { mayBeSeenSince } from '../metric-seen.query.js';

/** The series of a metric that have a point in the window. */
export interface SeriesOfWindow {
  readonly scope: Scope;
  readonly name: string;
  readonly range: TimeRange;
}

export type LabelRow = RowsOf<typeof selectLabels>;

const POINT_TABLES = [METRIC_POINTS, METRIC_HISTOGRAMS, METRIC_EXPONENTIAL_HISTOGRAMS, METRIC_SUMMARIES];

/** A sender that generates labels from data has more than are useful in a list. */
const MAX_LABELS = 1_000;

/** Labels that group_by and the filters take from the resource; empty if the sender's resource has none. */
const RESOURCE_LABELS = sql`arrayFilter(pair -> pair.2 != '', [('service_name', toString(service_name)),
    ('environment', toString(environment)), ('instance', toString(instance)), ('job', toString(job))])`;
const ATTRIBUTES = sql`arrayMap((name, value) -> ('attribute', toString(name), value), mapKeys(attributes), mapValues(attributes))`;

/** The other attributes of the resource, which filters and group_by find by their names, except those with the name of a label. */
const RESOURCE_ATTRIBUTES = sql`arrayFilter(cell -> NOT has(${stringParams([...METRIC_FIELDS.fields.keys()])}, cell.2),
    arrayMap((name, value) -> ('resource', toString(name), leftUTF8(value, ${uint32(MAX_VALUE_LENGTH)})), mapKeys(resource), mapValues(resource)))`;

/** A series has one row a day and may have several before they are merged, so it is counted by its hash. */
export function selectLabels(series: SeriesOfWindow) {
  const own = sql`arrayMap(pair -> ('resource', pair.1, pair.2), ${RESOURCE_LABELS})`;
  return selectCounted(series, { own, sent: ATTRIBUTES, inherited: RESOURCE_ATTRIBUTES });
}

/** The same for attributes that the series have under several names. */
export function selectRenamedLabels(series: SeriesOfWindow, attributes: readonly NamedAttribute[]) {
  return selectCounted(series, {
    own: renamedCells([], 'resource', sql`attributes`),
    sent: renamedCells(attributes, 'attribute', sql`attributes`),
    inherited: renamedCells(attributes, 'resource', sql`resource`),
  });
}

/** The labels of a series, each as an array of places, names and values. */
interface LabelCells {
  /** Columns of the series. */
  readonly own: Sql;
  /** Labels that are attributes of the series. */
  readonly sent: Sql;
  /** Labels that are attributes of its resource. */
  readonly inherited: Sql;
}

function selectCounted(series: SeriesOfWindow, { own, sent, inherited }: LabelCells) {
  const { scope } = series;
  const ofWindow = select({
    columns: sql`series_hash, resource_hash, ${own} AS own,
    ${sent} AS sent`,
    from: METRIC_SERIES,
    scope,
    where: isInWindow(series),
  });
  const resources = select({
    columns: sql`resource_hash, any(attributes) AS resource`,
    from: RESOURCES,
    scope,
    groupBy: sql`resource_hash`,
  });
  const labels = sql`SELECT series_hash, arrayJoin(arrayConcat(own, ${inherited}, sent)) AS found
FROM (${ofWindow}) AS series LEFT ANY JOIN (${resources}) AS resources ON series.resource_hash = resources.resource_hash`;
  return selectFrom(
    sql`SELECT found.1 AS source, found.2 AS label, found.3 AS value, uniqExact(series_hash) AS carriers
FROM (${labels})
GROUP BY source, label, value`,
    {
      columns: {
        source: typed('String', sql`source`),
        name: typed('String', sql`label`),
        // Distinct values.
        amount: count(),
        series: typed('UInt64', sql`sum(carriers)`),
        // Number of series, negative so that the most frequent come first, and value.
        top: typed('Array(Tuple(Int64, String))', sql`groupArraySorted(10)((-toInt64(carriers), value))`),
      },
      groupBy: sql`source, label`,
      orderBy: sql`source DESC, label`,
      limit: MAX_LABELS,
    },
  );
}

/** The labels of one metric's series in a window. */
export interface MetricLabels {
  readonly metricName: string;
  readonly seriesCount: bigint;
  readonly labels: readonly LabelRow[];
}

export function selectSeriesCount(series: SeriesOfWindow) {
  return select({
    columns: { series: typed('UInt64', sql`uniqExact(series_hash)`) },
    from: METRIC_SERIES,
    scope: series.scope,
    where: isInWindow(series),
  });
}

/** Only the points show which series have any in the window. */
function isInWindow({ scope, name, range }: SeriesOfWindow): Sql[] {
  const isOfMetric = sql`metric_name = ${stringParam(name)}`;
  const hasPoints = POINT_TABLES.map((from) => {
    const points = select({ columns: sql`series_hash`, from, scope, during: range, where: [isOfMetric] });
    return sql`series_hash IN (${points})`;
  });
  return [isOfMetric, mayBeSeenSince(range.from), anyOf(hasPoints)];
}
