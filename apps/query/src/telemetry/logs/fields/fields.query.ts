import { fieldValue, MAX_VALUE_LENGTH } from '@svc/reading/search-language';
import { LOG_FIELDS } from '@svc/reading/signals';
import {
  Sql,
  choice,
  count,
  select,
  selectFrom,
  sql,
  stringParam,
  typed,
  uint32,
  unionAll,
  type RowsOf,
} from '@svc/reading/statement';
import { LOGS, RESOURCES } from '@svc/tables';
import type { LogSample } from '../log-sample.query.js';

export type LogFieldRow = RowsOf<typeof selectLogFields>;

/** Fields of the search language with few enough values to be listed; IDs and prose have too many. */
const LISTED = [
  'service',
  'level',
  'environment',
  'release',
  'event_name',
  'severity_text',
  'scope',
  'distinct_id',
  'session_id',
];

/**
 * Every field of the records with its values, counted. A value is a cell: where it is stored, its name and its string.
 */
export function selectLogFields(records: LogSample, values: number, limit: number) {
  const cells = unionAll([
    countCells(recordCells(records), sql`count()`),
    countCells(resourceCells(records), sql`sum(weight)`),
  ]);
  return selectFrom(cells, {
    columns: {
      source: choice<'field' | 'attribute' | 'resource'>(sql`source`),
      name: typed('String', sql`name`),
      records: typed('UInt64', sql`sum(cell_records)`),
      cardinality: count(),
      is_number: typed('UInt8', sql`countIf(isNull(toFloat64OrNull(cell_value))) = 0`),
      is_boolean: typed('UInt8', sql`countIf(cell_value NOT IN ('true', 'false')) = 0`),
      // The most frequent first.
      top: typed(
        'Array(Tuple(String, UInt64))',
        sql`arraySlice(arraySort(pair -> (-toInt64(pair.2), pair.1), groupArray((cell_value, cell_records))), 1, ${uint32(values)})`,
      ),
    },
    groupBy: sql`source, name`,
    orderBy: sql`indexOf(['field', 'attribute', 'resource'], source), records DESC, name`,
    limit,
  });
}

function countCells(cells: Sql, records: Sql): Sql {
  return sql`SELECT cell.1 AS source, cell.2 AS name, cell.3 AS cell_value, ${records} AS cell_records
FROM (${cells})
WHERE source != 'field' OR cell_value != ''
GROUP BY source, name, cell_value`;
}

function recordCells(records: LogSample): Sql {
  const columns = LISTED.flatMap((name) => {
    const value = fieldValue(name, LOG_FIELDS, records.scope);
    return value ? [sql`('field', ${stringParam(name)}, toString(${value}))`] : [];
  });
  return sql`SELECT arrayJoin(arrayConcat([${Sql.join(columns, ', ')}],
  ${selectCells(sql`'attribute'`, sql`attributes`)})) AS cell
FROM (${sampled(records, COLUMNS)})`;
}

const COLUMNS = sql`service_name, severity_number, environment, release, event_name, severity_text, scope_name, distinct_id,
  session_id, attributes`;

/** A resource counts as often as records refer to it. */
function resourceCells(records: LogSample): Sql {
  const named = sql`SELECT resource_hash, count() AS weight
FROM (${sampled(records, sql`resource_hash`)})
GROUP BY resource_hash`;
  const resources = select({
    columns: sql`resource_hash, any(attributes) AS resource`,
    from: RESOURCES,
    scope: records.scope,
    groupBy: sql`resource_hash`,
  });
  return sql`SELECT arrayJoin(${selectCells(sql`'resource'`, sql`resource`)}) AS cell, weight
FROM (${named}) AS named
INNER JOIN (${resources}) AS resources ON named.resource_hash = resources.resource_hash`;
}

function selectCells(source: Sql, map: Sql): Sql {
  return sql`arrayMap((k, v) -> (${source}, toString(k), leftUTF8(v, ${uint32(MAX_VALUE_LENGTH)})), mapKeys(${map}), mapValues(${map}))`;
}

/** The limit only cuts records of the sample's first moment. */
function sampled({ scope, range, filter, sample }: LogSample, columns: Sql): Sql {
  return select({ columns, from: LOGS, scope, during: range, where: filter, limit: sample });
}
