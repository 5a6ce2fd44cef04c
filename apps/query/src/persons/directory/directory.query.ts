import { PERSON_OVERRIDES, PERSON_REGISTERS, PERSON_SEEN } from '@svc/columnar';
import { idBytes, int64, select, sql, text, texts, type Scope, type Sql } from '../../statement/index.js';
import { canonicalDistinctId } from '../canonical.query.js';
import { FOLDED_VALUE } from '../properties.repository.js';

export interface PersonRow {
  readonly canonical: string;
  readonly is_known: number;
  /** Nanoseconds since 1970. */
  readonly first: string;
  readonly last: string;
}

/** Seen distinct ids whose own person id this is, or that are spelled like it. */
export function selectNamed(scope: Scope, reference: string): Sql {
  const hex = UUID.test(reference) ? reference.replaceAll('-', '').toLowerCase() : undefined;
  const isIt = hex === undefined ? sql`0` : sql`person_id = ${idBytes(hex, 16)}`;
  return select({
    columns: sql`distinct_id AS id, max(${isIt}) AS is_person_id`,
    from: PERSON_SEEN,
    scope,
    where: [sql`(distinct_id = ${text(reference)} OR ${isIt})`],
    groupBy: sql`distinct_id`,
    // A person's id comes before a distinct id that is spelled like one.
    orderBy: sql`is_person_id DESC, id`,
    limit: 1,
  });
}

export function selectSeen(scope: Scope, ids: readonly string[]): Sql {
  return select({
    columns: sql`max(is_identified) AS is_known, ${EXTENT}`,
    from: PERSON_SEEN,
    scope,
    where: [sql`has(${texts(ids)}, distinct_id)`],
    having: [sql`count() > 0`],
  });
}

export interface PersonPage {
  readonly search: string;
  /** The first_seen and canonical distinct id of the last person of the page before. */
  readonly behind: { readonly first: bigint; readonly canonical: string } | undefined;
  readonly limit: number;
}

/** Persons by when they were first seen: that of those listed before does not change by what arrives now. */
export function selectPersons(scope: Scope, { search, behind, limit }: PersonPage): Sql {
  const canonical = canonicalDistinctId(scope);
  return select({
    columns: sql`${canonical} AS canonical, max(is_identified) AS is_known, ${EXTENT}`,
    from: PERSON_SEEN,
    scope,
    where: [search === '' ? undefined : sql`${canonical} IN (${found(scope, search)})`],
    groupBy: sql`canonical`,
    having: [behind && sql`(first, canonical) < (${int64(behind.first)}, ${text(behind.canonical)})`],
    orderBy: sql`first DESC, canonical DESC`,
    limit,
  });
}

const EXTENT = sql`toUnixTimestamp64Nano(min(first_seen)) AS first, toUnixTimestamp64Nano(max(last_seen)) AS last`;

/** What people call somebody by. */
const NAMES = sql`('email', '$email', 'name', '$name', 'first_name', 'last_name', 'full_name', 'username')`;

/** Canonical distinct ids of the persons who are found by a text. */
function found(scope: Scope, search: string): Sql {
  const canonical = canonicalDistinctId(scope);
  const named = selectNamed(scope, search);
  const contains = sql`positionCaseInsensitiveUTF8(distinct_id, ${text(search)}) > 0`;
  const byId = select({
    columns: canonical,
    from: PERSON_SEEN,
    scope,
    where: [sql`(${contains} OR distinct_id IN (SELECT id FROM (${named})))`],
  });
  // An id may be known by its link alone.
  const byLinkedId = select({ columns: canonical, from: PERSON_OVERRIDES, scope, where: [contains] });
  const byName = select({
    columns: sql`${canonical} AS owner, key AS property, ${FOLDED_VALUE} AS json`,
    from: PERSON_REGISTERS,
    scope,
    where: [sql`key IN ${NAMES}`],
    groupBy: sql`owner, property`,
    having: [sql`positionCaseInsensitiveUTF8(JSONExtractString(json), ${text(search)}) > 0`],
  });
  return sql`${byId}
UNION ALL
${byLinkedId}
UNION ALL
SELECT owner FROM (${byName})`;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
