import { canonicalDistinctId, selectDistinctIds } from '@svc/reading/persons';
import {
  count as countRows,
  idBytes,
  int64,
  nanoTimestamp,
  nanoseconds,
  select,
  selectFrom,
  sql,
  stringParam,
  stringParams,
  typed,
  unionAll,
  type RowsOf,
  type Scope,
  type Sql,
} from '@svc/reading/statement';
import { PERSON_OVERRIDES, PERSON_REGISTERS, PERSON_SEEN } from '@svc/tables';
import { FOLDED_VALUE } from '../properties.repository.js';

export type PersonRow = RowsOf<typeof selectPersons>;

/** Seen distinct IDs whose own person ID is the reference, or that are equal to it. */
export function selectNamed(scope: Scope, reference: string) {
  const hex = UUID.test(reference) ? reference.replaceAll('-', '').toLowerCase() : undefined;
  const isIt = hex === undefined ? sql`0` : sql`person_id = ${idBytes(hex, 16)}`;
  return select({
    columns: { id: typed('String', sql`distinct_id`), is_person_id: typed('UInt8', sql`max(${isIt})`) },
    from: PERSON_SEEN,
    scope,
    where: [sql`(distinct_id = ${stringParam(reference)} OR ${isIt})`],
    groupBy: sql`distinct_id`,
    // A person's ID comes before a distinct ID that is spelled like one.
    orderBy: sql`is_person_id DESC, id`,
    limit: 1,
  });
}

export function selectSeen(scope: Scope, ids: readonly string[]) {
  return select({
    columns: { is_known: typed('UInt8', sql`max(is_identified)`), ...EXTENT },
    from: PERSON_SEEN,
    scope,
    where: [sql`has(${stringParams(ids)}, distinct_id)`],
    having: [sql`count() > 0`],
  });
}

/** The person after which a list of persons continues. */
export interface PersonPosition {
  /** Nanoseconds since 1970. */
  readonly first: bigint;
  /** '' to continue after all persons with this first time. */
  readonly canonical: string;
}

export interface PersonList {
  /** All persons if empty. */
  readonly search: string;
  readonly after: PersonPosition | undefined;
  /** Only persons with these IDs, which are all the IDs of each. */
  readonly ids?: readonly string[];
}

/**
 * The reach of the newest IDs: the IDs after the position, at most `count`, and when the last of them was first seen.
 */
export function selectReach(scope: Scope, { after }: PersonList, count: number) {
  const newest = select({
    columns: sql`first_seen`,
    from: PERSON_SEEN,
    scope,
    where: [seenBy(after)],
    orderBy: sql`first_seen DESC`,
    limit: count,
  });
  return selectFrom(newest, { columns: { ids: countRows(), reached: nanoseconds(sql`min(first_seen)`) } });
}

/**
 * Persons ordered by when they were first seen, which later data does not change for persons already listed.
 *
 * @param since only persons who were first seen then or later; all if absent.
 */
export function selectPersons(scope: Scope, list: PersonList, since: bigint | undefined, limit: number) {
  const { search, after } = list;
  const listed = list.ids && sql`SELECT arrayJoin(${stringParams(list.ids)})`;
  const canonical = canonicalDistinctId(scope, undefined, listed);
  const isSince = since === undefined ? undefined : sql`first_seen >= ${nanoTimestamp(since)}`;
  // A person first seen in that time has an ID that was first seen then. The person's other IDs show whether it was the
  // first.
  const some =
    isSince &&
    select({ columns: sql`${canonical} AS canonical`, from: PERSON_SEEN, scope, where: [isSince, seenBy(after)] });
  const ids = listed ?? (some && selectDistinctIds(scope, some));
  return select({
    columns: { canonical: typed('String', canonical), is_known: typed('UInt8', sql`max(is_identified)`), ...EXTENT },
    from: PERSON_SEEN,
    scope,
    where: [
      ids && sql`distinct_id IN (${ids})`,
      search === ''
        ? undefined
        : sql`${canonical} IN (${found({ scope, search, canonical, ids, hasAllIds: listed !== undefined })})`,
    ],
    groupBy: sql`canonical`,
    having: [
      since === undefined ? undefined : sql`first >= ${int64(since)}`,
      after && sql`(first, canonical) < (${int64(after.first)}, ${stringParam(after.canonical)})`,
    ],
    orderBy: sql`first DESC, canonical DESC`,
    limit,
  });
}

/** IDs and names that contain a string, at most `most` of them. */
export function selectMatches(scope: Scope, search: string, most: number) {
  const { byId, byName } = matching(scope, search, most);
  return selectFrom(unionAll([byId, byName]), { columns: { matches: countRows() } });
}

/**
 * IDs of all persons that a search may find, at most `most` of each kind: an ID or a name contains the string, or the
 * ID is known by its link alone, or the string is the ID of the person.
 */
export function selectCandidates(scope: Scope, search: string, most: number) {
  const { byId, byName } = matching(scope, search, most);
  const byLinkedId = select({
    columns: sql`distinct_id`,
    from: PERSON_OVERRIDES,
    scope,
    where: [contains(sql`distinct_id`, search)],
    limit: most,
  });
  const named = sql`SELECT id AS distinct_id FROM (${selectNamed(scope, search)})`;
  return selectFrom(unionAll([byId, byName, byLinkedId, named]), {
    columns: { id: typed('String', sql`distinct_id`) },
    groupBy: sql`id`,
  });
}

function matching(scope: Scope, search: string, most: number): { readonly byId: Sql; readonly byName: Sql } {
  const shared = { columns: sql`distinct_id`, scope, limit: most };
  return {
    byId: select({ ...shared, from: PERSON_SEEN, where: [contains(sql`distinct_id`, search)] }),
    byName: select({ ...shared, from: PERSON_REGISTERS, where: isWritten(search) }),
  };
}

/** Nanoseconds since 1970. */
const EXTENT = { first: nanoseconds(sql`min(first_seen)`), last: nanoseconds(sql`max(last_seen)`) };

function seenBy(after: PersonPosition | undefined): Sql | undefined {
  if (!after) return undefined;
  const last = nanoTimestamp(after.first);
  return after.canonical === '' ? sql`first_seen < ${last}` : sql`first_seen <= ${last}`;
}

/** Properties that hold a person's name. */
const NAMES = sql`('email', '$email', 'name', '$name', 'first_name', 'last_name', 'full_name', 'username')`;

const contains = (column: Sql, search: string): Sql =>
  sql`positionCaseInsensitiveUTF8(${column}, ${stringParam(search)}) > 0`;

/**
 * Any write of a name that contains the string, in JSON; only the fold of all writes shows whether it is the valid one.
 */
function isWritten(search: string): Sql[] {
  const json = JSON.stringify(search).slice(1, -1);
  return [sql`key IN ${NAMES}`, sql`(${contains(sql`latest.value`, json)} OR ${contains(sql`earliest.value`, json)})`];
}

interface PersonSearch {
  readonly scope: Scope;
  readonly search: string;
  readonly canonical: Sql;
  /** Only persons who have one of these IDs; all persons if undefined. */
  readonly ids: Sql | undefined;
  /** Whether these are all IDs of each person. */
  readonly hasAllIds: boolean;
}

/** Canonical distinct IDs of the persons who match a search. */
function found({ scope, search, canonical, ids, hasAllIds }: PersonSearch): Sql {
  const isOne = ids && sql`distinct_id IN (${ids})`;
  const named = selectNamed(scope, search);
  const byId = select({
    columns: canonical,
    from: PERSON_SEEN,
    scope,
    where: [isOne, sql`(${contains(sql`distinct_id`, search)} OR distinct_id IN (SELECT id FROM (${named})))`],
  });
  // An ID may be known by its link alone.
  const byLinkedId = select({
    columns: canonical,
    from: PERSON_OVERRIDES,
    scope,
    where: [isOne, contains(sql`distinct_id`, search)],
  });
  const written = select({
    columns: sql`${canonical} AS canonical`,
    from: PERSON_REGISTERS,
    scope,
    where: [isOne, ...isWritten(search)],
  });
  const byName = select({
    columns: sql`${canonical} AS owner, key AS property, ${FOLDED_VALUE} AS json`,
    from: PERSON_REGISTERS,
    scope,
    where: [sql`key IN ${NAMES}`, hasAllIds ? isOne : sql`distinct_id IN (${selectDistinctIds(scope, written)})`],
    groupBy: sql`owner, property`,
    having: [contains(sql`JSONExtractString(json)`, search)],
  });
  return sql`${byId}
UNION ALL
${byLinkedId}
UNION ALL
SELECT owner FROM (${byName})`;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
