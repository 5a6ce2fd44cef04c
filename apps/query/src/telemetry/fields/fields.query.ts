import { fieldValue, MAX_VALUE_LENGTH, type SearchableTable } from '@svc/reading/search-language';
import { spellingsByPrefix } from '@svc/reading/semantic-conventions';
import {
  Sql,
  choice,
  count,
  select,
  selectFrom,
  sql,
  stringParam,
  stringParams,
  typed,
  uint32,
  unionAll,
  type RowsOf,
  type Scope,
  type Selection,
} from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';
import { RESOURCES } from '@svc/tables';

export type FieldRow = RowsOf<typeof selectFields>;

/** Records of a range; the limit only cuts records of its first moment. */
export interface SampledRecords {
  readonly scope: Scope;
  readonly range: TimeRange;
  readonly filter: readonly (Sql | undefined)[];
  readonly sample: number;
}

/** A table of records with attributes and a resource. */
export interface FieldSource {
  readonly table: Selection['from'];
  readonly searchable: SearchableTable;
  /** Fields of the search language with few enough values to be listed; IDs and prose have too many. */
  readonly listed: readonly string[];
  /** The columns that these fields read. */
  readonly columns: Sql;
}

/** The fields of an answer. */
export interface WantedFields {
  /** Number of values of each field. */
  readonly values: number;
  readonly limit: number;
  /** Beginning of their names, in any case; '' for all. */
  readonly prefix?: string;
}

/**
 * Every field of the records with its values, counted. A value is a cell: where it is stored, its name and its string.
 */
export function selectFields(source: FieldSource, records: SampledRecords, wanted: WantedFields) {
  const { prefix = '' } = wanted;
  const cells = [
    countCells(recordCells(source, records), sql`count()`, prefix),
    countCells(resourceCells(source, records, allCells), sql`sum(weight)`, prefix),
  ];
  return selectCounted(cells, wanted);
}

/** The fields of cells that `countCells` counted; of one place or several. */
export function selectCounted(counted: readonly Sql[], { values, limit }: WantedFields) {
  return selectFrom(unionAll(counted), {
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

/** Counts cells by place, name and value. A prefix of one name of a renamed attribute selects all its names. */
export function countCells(cells: Sql, records: Sql, prefix = ''): Sql {
  const hasValue = sql`source != 'field' OR cell_value != ''`;
  const begins = sql`startsWith(lowerUTF8(name), lowerUTF8(${stringParam(prefix)}))`;
  const others = spellingsByPrefix(prefix).filter((name) => !name.startsWith(prefix.toLowerCase()));
  const isNamed = others.length === 0 ? begins : sql`(${begins} OR has(${stringParams(others)}, name))`;
  const condition = prefix === '' ? hasValue : sql`(${hasValue}) AND ${isNamed}`;
  return sql`SELECT cell.1 AS source, cell.2 AS name, cell.3 AS cell_value, ${records} AS cell_records
FROM (${cells})
WHERE ${condition}
GROUP BY source, name, cell_value`;
}

function recordCells(source: FieldSource, records: SampledRecords): Sql {
  const columns = source.listed.flatMap((name) => {
    const value = fieldValue(name, source.searchable, records.scope);
    return value ? [sql`('field', ${stringParam(name)}, toString(${value}))`] : [];
  });
  return sql`SELECT arrayJoin(arrayConcat([${Sql.join(columns, ', ')}],
  ${allCells(sql`'attribute'`, sql`attributes`)})) AS cell
FROM (${sampled(source, records, sql`${source.columns}, attributes`)})`;
}

/** The cells of a map of attributes, as an array. */
export type CellsOfMap = (source: Sql, map: Sql) => Sql;

/** A resource counts as often as records refer to it. */
export function resourceCells(source: FieldSource, records: SampledRecords, cells: CellsOfMap): Sql {
  const named = sql`SELECT resource_hash, count() AS weight
FROM (${sampled(source, records, sql`resource_hash`)})
GROUP BY resource_hash`;
  const resources = select({
    columns: sql`resource_hash, any(attributes) AS resource`,
    from: RESOURCES,
    scope: records.scope,
    groupBy: sql`resource_hash`,
  });
  return sql`SELECT arrayJoin(${cells(sql`'resource'`, sql`resource`)}) AS cell, weight
FROM (${named}) AS named
INNER JOIN (${resources}) AS resources ON named.resource_hash = resources.resource_hash`;
}

function allCells(source: Sql, map: Sql): Sql {
  return sql`arrayMap((k, v) -> (${source}, toString(k), leftUTF8(v, ${uint32(MAX_VALUE_LENGTH)})), mapKeys(${map}), mapValues(${map}))`;
}

export function sampled(
  { table: from }: FieldSource,
  { scope, range, filter, sample }: SampledRecords,
  columns: Sql,
): Sql {
  return select({ columns, from, scope, during: range, where: filter, limit: sample });
}
