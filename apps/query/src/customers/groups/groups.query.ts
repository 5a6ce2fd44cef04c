import { GROUP_REGISTERS, GROUP_SEEN } from '@svc/columnar';
import { select, sql, stringParam, stringParams, uint64, type Scope, type Sql } from '@svc/reading/statement';
import { FOLDED_VALUE, REGISTER_BYTES } from '../persons/properties.repository.js';

export interface GroupRow {
  readonly type: string;
  readonly account: string;
  /** Nanoseconds since 1970. */
  readonly first: string;
  readonly last: string;
}

export interface GroupFilter {
  /** All types when empty. */
  readonly type: string;
  /** All accounts when empty. */
  readonly search: string;
}

export function selectTypes(scope: Scope): Sql {
  return select({
    columns: sql`toString(group_type) AS type, uniqExact(group_key) AS accounts`,
    from: GROUP_SEEN,
    scope,
    groupBy: sql`type`,
    orderBy: sql`type`,
  });
}

export function selectGroups(scope: Scope, filter: GroupFilter, limit: number, offset: number): Sql {
  return sql`${select({
    columns: GROUP,
    from: GROUP_SEEN,
    scope,
    where: filterOf(scope, filter),
    groupBy: sql`type, account`,
    orderBy: sql`type, account`,
  })}
LIMIT ${uint64(limit)} OFFSET ${uint64(offset)}`;
}

export function countGroups(scope: Scope, filter: GroupFilter): Sql {
  return select({
    columns: sql`uniqExact(group_type, group_key) AS accounts`,
    from: GROUP_SEEN,
    scope,
    where: filterOf(scope, filter),
  });
}

export function selectGroup(scope: Scope, type: string, key: string): Sql {
  return select({
    columns: GROUP,
    from: GROUP_SEEN,
    scope,
    where: [sql`group_type = ${stringParam(type)}`, sql`group_key = ${stringParam(key)}`],
    groupBy: sql`type, account`,
  });
}

/** Bytes of the properties of accounts, at most. */
export function selectGroupSizes(scope: Scope, accounts: readonly Pick<GroupRow, 'type' | 'account'>[]): Sql {
  return select({
    columns: sql`${OWNER} AS owner, ${REGISTER_BYTES} AS bytes`,
    from: GROUP_REGISTERS,
    scope,
    where: [isOneOf(accounts)],
    groupBy: sql`owner`,
  });
}

/** Properties of accounts, `owner` being the pair of type and key as JSON. */
export function selectGroupProperties(scope: Scope, accounts: readonly Pick<GroupRow, 'type' | 'account'>[]): Sql {
  return select({
    columns: sql`${OWNER} AS owner, key AS property, ${FOLDED_VALUE} AS json`,
    from: GROUP_REGISTERS,
    scope,
    where: [isOneOf(accounts)],
    groupBy: sql`owner, property`,
    having: [sql`json != ''`],
    orderBy: sql`owner, property`,
  });
}

const OWNER = sql`toJSONString([toString(group_type), group_key])`;

function isOneOf(accounts: readonly Pick<GroupRow, 'type' | 'account'>[]): Sql {
  const [types, keys] = [
    stringParams(accounts.map(({ type }) => type)),
    stringParams(accounts.map(({ account }) => account)),
  ];
  // The first two conditions say nothing new; they are those the table's order knows.
  return sql`has(${types}, group_type) AND has(${keys}, group_key) AND has(arrayZip(${types}, ${keys}), (toString(group_type), group_key))`;
}

/** The columns of a `GroupRow`, of rows of one account. */
export const GROUP = sql`toString(group_type) AS type, group_key AS account,
  toUnixTimestamp64Nano(min(first_seen)) AS first, toUnixTimestamp64Nano(max(last_seen)) AS last`;

function filterOf(scope: Scope, { type, search }: GroupFilter): (Sql | undefined)[] {
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
