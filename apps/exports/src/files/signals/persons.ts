import { canonicalDistinctId, FOLDED_VALUE } from '@svc/reading/persons';
import { nanoTimestamp, select, selectFrom, sql, stringParam, type Scope, type Sql } from '@svc/reading/statement';
import { PERSON_OVERRIDES, PERSON_REGISTERS, PERSON_SEEN } from '@svc/tables';
import { KEY, within, type ChunkBounds } from '../chunks/stage.js';
import type { ExportColumn } from '../columns/export-column.js';
import { boolean, jsonAttributes, list, text, time } from '../columns/values.js';
import type { SignalSource, SourceStage } from './signal-source.js';

const PROPERTIES = sql`concat('{', arrayStringConcat(arrayMap(x -> concat(toJSONString(x.1), ':', x.2), p.pairs), ','), '}')`;

function columns(projectId: string): readonly ExportColumn[] {
  return [
    text('id', personIdSql(projectId)),
    text('distinct_id', sql`r.canonical`),
    list('distinct_ids', sql`arraySort(arrayDistinct(arrayConcat([r.canonical], r.ids, l.ids)))`),
    boolean('is_identified', sql`r.identified`),
    { name: 'properties', kind: 'json', value: PROPERTIES },
    time('first_seen', sql`r.first`),
    time('last_seen', sql`r.last`),
  ];
}

const NAMES = ['id', 'distinct_id', 'distinct_ids', 'is_identified', 'properties', 'first_seen', 'last_seen'];

/**
 * Persons with their current properties, in the order of their canonical IDs. Persons are computed while they are read,
 * so a person whose IDs are linked at that time may be missing or appear under the former ID.
 */
export const PERSONS_SOURCE: SignalSource = {
  defaultColumns: NAMES,
  stages: ({ scope, cutoffNs }) => [personStage(scope, cutoffNs)],
};

function personStage(scope: Scope, cutoffNs: bigint): SourceStage {
  const canonical = canonicalDistinctId(scope);
  const key = [KEY.text(sql`canonical`)];
  // A person with more IDs than 10,000 is exported with some of them.
  const persons = (bounds: ChunkBounds): Sql =>
    select({
      from: PERSON_SEEN,
      scope,
      columns: sql`${canonical} AS canonical, max(is_identified) AS identified, min(first_seen) AS first, max(last_seen) AS last,
        groupUniqArray(10000)(distinct_id) AS ids`,
      groupBy: sql`canonical`,
      having: [sql`first < ${nanoTimestamp(cutoffNs)}`, ...within(key, bounds)],
    });
  /** An ID may be known by its link alone. */
  const linked = (bounds: ChunkBounds): Sql =>
    select({
      from: PERSON_OVERRIDES,
      final: true,
      scope,
      columns: sql`canonical_distinct_id AS canonical, groupUniqArray(10000)(distinct_id) AS ids`,
      where: within([KEY.text(sql`canonical_distinct_id`)], bounds),
      groupBy: sql`canonical`,
    });
  const properties = (bounds: ChunkBounds): Sql => {
    const folded = select({
      from: PERSON_REGISTERS,
      scope,
      columns: sql`${canonical} AS canonical, key AS property, ${FOLDED_VALUE} AS json`,
      where: within([KEY.text(canonical)], bounds),
      groupBy: sql`canonical, property`,
      having: [sql`json != ''`],
    });
    return sql`SELECT canonical, arraySort(groupArray(tuple(property, json))) AS pairs FROM (${folded}) GROUP BY canonical`;
  };
  return {
    key,
    order: sql`r.canonical`,
    sliced: undefined,
    columns: columns(scope.projectId),
    attributes: jsonAttributes(PROPERTIES),
    rows(bounds, selected, tail = {}) {
      if (tail.limit !== undefined) return selectFrom(persons(bounds), { columns: selected, ...tail });
      const join = sql`AS r LEFT ANY JOIN (${properties(bounds)}) AS p ON r.canonical = p.canonical
        LEFT ANY JOIN (${linked(bounds)}) AS l ON r.canonical = l.canonical`;
      return selectFrom(persons(bounds), { columns: selected, join, ...tail });
    },
  };
}

/** The public ID, as `personId` of `@svc/persons` computes it. */
function personIdSql(projectId: string): Sql {
  const bytes = sql`substring(SHA1(concat(unhex(${stringParam(projectId.replaceAll('-', ''))}), r.canonical)), 1, 16)`;
  const hex = sql`lower(hex(${bytes}))`;
  const variant = sql`lower(hex(bitOr(bitAnd(reinterpretAsUInt8(substring(${bytes}, 9, 1)), 63), 128)))`;
  return sql`concat(substring(${hex}, 1, 8), '-', substring(${hex}, 9, 4), '-5', substring(${hex}, 14, 3), '-',
    ${variant}, substring(${hex}, 19, 2), '-', substring(${hex}, 21, 12))`;
}
