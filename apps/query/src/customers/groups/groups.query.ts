import {
  nanoseconds,
  select,
  sql,
  stringParam,
  stringParams,
  typed,
  type RowOf,
  type Scope,
  type Sql,
} from '@svc/reading/statement';
import { GROUP_REGISTERS, GROUP_SEEN } from '@svc/tables';
import { FOLDED_VALUE, REGISTER_BYTES } from '../persons/properties.repository.js';

/** The columns of a `GroupRow`, over the rows of one group. */
export const GROUP = {
  type: typed('String', sql`toString(group_type)`),
  account: typed('String', sql`group_key`),
  // Nanoseconds since 1970.
  first: nanoseconds(sql`min(first_seen)`),
  last: nanoseconds(sql`max(last_seen)`),
};
export type GroupRow = RowOf<typeof GROUP>;

export interface GroupFilter {
  /** All types if empty. */
  readonly type: string;
  /** All groups if empty. */
  readonly search: string;
}

export function selectTypes(scope: Scope) {
  return select({
    columns: { type: typed('String', sql`toString(group_type)`), accounts: typed('UInt64', sql`uniqExact(group_key)`) },
    from: GROUP_SEEN,
    scope,
    groupBy: sql`type`,
    orderBy: sql`type`,
  });
}

export function selectGroups(scope: Scope, filter: GroupFilter, limit: number, offset: number) {
  return select({
    columns: GROUP,
    from: GROUP_SEEN,
    scope,
    where: filterConditions(scope, filter),
    groupBy: sql`type, account`,
    orderBy: sql`type, account`,
    limit,
    offset,
  });
}

export function countGroups(scope: Scope, filter: GroupFilter) {
  return select({
    columns: { accounts: typed('UInt64', sql`uniqExact(group_type, group_key)`) },
    from: GROUP_SEEN,
    scope,
    where: filterConditions(scope, filter),
  });
}

export function selectGroup(scope: Scope, type: string, key: string): Sql<GroupRow> {
  return select({
    columns: GROUP,
    from: GROUP_SEEN,
    scope,
    where: [sql`group_type = ${stringParam(type)}`, sql`group_key = ${stringParam(key)}`],
    groupBy: sql`type, account`,
  });
}

/** The groups with a key, of all types. */
export function selectGroupsOfKey(scope: Scope, key: string, limit: number): Sql<GroupRow> {
  return select({
    columns: GROUP,
    from: GROUP_SEEN,
    scope,
    where: [sql`group_key = ${stringParam(key)}`],
    groupBy: sql`type, account`,
    orderBy: sql`type`,
    limit,
  });
}

/** An upper bound of the size in bytes of the groups' properties. */
export function selectGroupSizes(scope: Scope, accounts: readonly Pick<GroupRow, 'type' | 'account'>[]) {
  return select({
    columns: { owner: typed('String', OWNER), bytes: typed('UInt64', REGISTER_BYTES) },
    from: GROUP_REGISTERS,
    scope,
    where: [isAnyGroup(accounts)],
    groupBy: sql`owner`,
  });
}

/** Properties of groups; `owner` is the pair of type and key as JSON. */
export function selectGroupProperties(scope: Scope, accounts: readonly Pick<GroupRow, 'type' | 'account'>[]) {
  return select({
    columns: {
      owner: typed('String', OWNER),
      property: typed('String', sql`key`),
      json: typed('String', FOLDED_VALUE),
    },
    from: GROUP_REGISTERS,
    scope,
    where: [isAnyGroup(accounts)],
    groupBy: sql`owner, property`,
    having: [sql`json != ''`],
    orderBy: sql`owner, property`,
  });
}

const OWNER = sql`toJSONString([toString(group_type), group_key])`;

function isAnyGroup(accounts: readonly Pick<GroupRow, 'type' | 'account'>[]): Sql {
  const [types, keys] = [
    stringParams(accounts.map(({ type }) => type)),
    stringParams(accounts.map(({ account }) => account)),
  ];
  // The first two conditions are redundant, but the table's order key supports them.
  return sql`has(${types}, group_type) AND has(${keys}, group_key) AND has(arrayZip(${types}, ${keys}), (toString(group_type), group_key))`;
}

function filterConditions(scope: Scope, { type, search }: GroupFilter): (Sql | undefined)[] {
  const named = select({
    columns: sql`group_type AS named_type, group_key AS named_key, ${FOLDED_VALUE} AS json`,
    from: GROUP_REGISTERS,
    scope,
    where: [sql`key IN ('name', '$name')`],
    groupBy: sql`named_type, named_key, key`,
    having: [sql`positionCaseInsensitiveUTF8(JSONExtractString(json), ${stringParam(search)}) > 0`],
  });
  const isFound = sql`(positionCaseInsensitiveUTF8(group_key, ${stringParam(search)}) > 0
    OR (group_type, group_key) IN (SELECT named_type, named_key FROM (${named})))`;
  return [type === '' ? undefined : sql`group_type = ${stringParam(type)}`, search === '' ? undefined : isFound];
}
