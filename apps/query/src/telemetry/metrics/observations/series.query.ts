import { firstValue } from '@svc/reading/search-language';
import { spellings } from '@svc/reading/semantic-conventions';
import { Sql, oneOf, select, selectFrom, sql, stringParam, typed, uint8 } from '@svc/reading/statement';
import { METRIC_SERIES, RESOURCES } from '@svc/tables';
import { METRIC_TYPES, RESOURCE_LABELS, type ResourceLabel } from '../fields/metric-types.js';
import type { MetricSelection } from './metric-selection.js';

const LABEL_COLUMNS: Record<ResourceLabel, Sql> = {
  service_name: sql`service_name`,
  environment: sql`environment`,
  instance: sql`instance`,
  job: sql`job`,
};
const ATTRIBUTE = 'attributes.';
const RESOURCE = 'resource.';

const isColumn = (label: string): label is ResourceLabel => RESOURCE_LABELS.some((known) => known === label);

/** The selected series with their labels. A label that is not a column is an attribute, as in the search language. */
export function selectSeries(selection: MetricSelection): Sql {
  const { scope, name, type, service, environment, filter, groupBy, isBySeries } = selection;
  const names = groupBy.filter((label) => !isColumn(label));
  const series = select({
    columns: sql`series_hash, any(resource_hash) AS resource, any(is_monotonic) AS is_monotonic,
  ${temporality(type)} AS is_cumulative,
  ${labelArray(RESOURCE_LABELS.map((label) => sql`toString(any(${LABEL_COLUMNS[label]}))`))} AS columns,
  ${labelArray(names.map((label) => firstValue(sql`any(attributes)`, spellings(withoutPrefix(label, ATTRIBUTE)))))} AS own`,
    from: METRIC_SERIES,
    scope,
    where: [
      sql`metric_name = ${stringParam(name)}`,
      sql`type = ${uint8(METRIC_TYPES.indexOf(type))}`,
      oneOf(sql`service_name`, service),
      oneOf(sql`environment`, environment),
      filter,
    ],
    groupBy: sql`series_hash`,
  });
  const labels = groupBy.map((label) => {
    if (isColumn(label)) return sql`columns[${uint8(RESOURCE_LABELS.indexOf(label) + 1)}]`;
    const own = sql`own[${uint8(names.indexOf(label) + 1)}]`;
    const inherited = firstValue(sql`inherited`, spellings(withoutPrefix(label, RESOURCE)));
    if (label.startsWith(ATTRIBUTE)) return own;
    return label.startsWith(RESOURCE) ? inherited : sql`if(${own} != '', ${own}, ${inherited})`;
  });
  const identity = isBySeries ? [sql`toString(series_hash)`] : [];
  const source =
    names.length === 0
      ? series
      : sql`SELECT * FROM (${series}) AS found
LEFT ANY JOIN (${select({ columns: sql`resource_hash, attributes AS inherited`, from: RESOURCES, scope })}) AS resources
ON found.resource = resources.resource_hash`;
  return selectFrom(source, {
    columns: {
      series_hash: typed('UInt64', sql`series_hash`),
      labels: typed('Array(String)', labelArray([...labels, ...identity])),
      is_cumulative: typed('Bool', sql`is_cumulative`),
      is_monotonic: typed('Bool', sql`is_monotonic`),
    },
  });
}

/** Summaries have no temporality: they are cumulative. */
const temporality = (type: MetricSelection['type']): Sql =>
  type === 'summary' ? sql`true` : sql`any(temporality) = 2`;

const labelArray = (labels: readonly Sql[]): Sql =>
  labels.length === 0 ? sql`emptyArrayString()` : sql`[${Sql.join(labels, ', ')}]`;

const withoutPrefix = (label: string, prefix: string): string =>
  label.startsWith(prefix) ? label.slice(prefix.length) : label;
