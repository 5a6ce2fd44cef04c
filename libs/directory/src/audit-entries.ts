import type { Relational } from '@svc/relational';

/** A change that succeeded, as the audit log records it. Values that were changed are not part of the log. */
export interface RecordedChange {
  readonly id: string;
  /** RFC 3339. */
  readonly at: string;
  readonly operation: string;
  /** IDs from the path of the request, by the name of the parameter. */
  readonly target: Readonly<Record<string, string>>;
  /** The ID of the resource that the operation created, or the key of a flag, which has no other ID. */
  readonly madeId: string | null;
  readonly principalId: string;
}

export interface ChangesQuery {
  readonly organizationId: string;
  readonly projectId: string;
  readonly operations: readonly string[];
  readonly from: Date;
  readonly to: Date;
  readonly limit: number;
}

/** Entries of the audit log that are looked through, of the project and of the organization each. */
const MAX_ENTRIES = 10_000;

/** An entry is written later than what it records, by this much at most where it is of interest. */
const LATE_MS = 60_000;

/**
 * Finds changes of a project that succeeded, and those of its organization that no project is named for, the earliest first.
 *
 * @returns at most `limit` changes; `isComplete` is false if there may be more, because entries beyond the limits were not read.
 */
export async function findChanges(relational: Relational, query: ChangesQuery) {
  const { organizationId, projectId, operations, from, to, limit } = query;
  const [answer] = await relational.rows<{ scanned: number; found: readonly RecordedChange[] }>(STATEMENT, [
    ...[organizationId, projectId, operations, from, to, firstId(from), firstId(to, LATE_MS)],
    ...[limit + 1, MAX_ENTRIES],
  ]);
  const { found, scanned } = answer ?? { found: [], scanned: 0 };
  return { changes: found.slice(0, limit), isComplete: found.length <= limit && scanned < MAX_ENTRIES };
}

export interface LatestChangesQuery extends ChangesQuery {
  /** The change after which the list continues. */
  readonly after: { readonly at: Date; readonly id: string } | undefined;
  /** Called before more entries are looked through; throws if there is no time for it. */
  readonly checkTime: () => void;
  /** Entries of the project and of the organization each that are looked through at once; 10,000 by default. */
  readonly maxEntries?: number;
}

/**
 * As `findChanges`, but the latest first, by time and ID: all of them that are before `to` and not before `from`, at most `limit`.
 *
 * @throws what `checkTime` throws.
 */
export async function findLatestChanges(relational: Relational, query: LatestChangesQuery): Promise<RecordedChange[]> {
  const { organizationId, projectId, operations, from, limit, after, checkTime, maxEntries = MAX_ENTRIES } = query;
  const all: RecordedChange[] = [];
  for (let [to, most] = [query.to, maxEntries]; ;) {
    const [answer] = await relational.rows<{ reached: string | null; found: readonly RecordedChange[] }>(LATEST, [
      ...[organizationId, projectId, operations, from, to, firstId(from), firstId(to, LATE_MS)],
      ...[limit, most, after?.at ?? null, after?.id ?? null],
    ]);
    const { found, reached: first } = answer ?? { found: [], reached: null };
    const reached = first === null ? undefined : timeOfId(first);
    // Entries that were not scanned have no later time than their IDs.
    all.push(...found.filter(({ at }) => reached === undefined || Date.parse(at) > reached));
    if (reached === undefined || all.length >= limit) return all.slice(0, limit);
    checkTime();
    const rest = new Date(reached + 1);
    if (rest < to) to = rest;
    else most *= 4;
  }
}

/** IDs of entries begin with the time at which they were created, so that the index of a project is read from there. */
function firstId(time: Date, moreMs = 0): string {
  const hex = (time.getTime() + moreMs).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/** The time in an ID, in milliseconds since 1970. */
const timeOfId = (id: string): number => parseInt(id.replace('-', '').slice(0, 12), 16);

const scannedIn = (order: 'ASC' | 'DESC'): string => `scanned AS MATERIALIZED (
    (SELECT id, at, operation, target, details, principal_id, project_id FROM audit_entries
     WHERE organization_id = $1 AND project_id = $2 AND id >= $6::uuid AND id < $7::uuid ORDER BY id ${order} LIMIT $9)
    UNION ALL
    (SELECT id, at, operation, target, details, principal_id, project_id FROM audit_entries
     WHERE organization_id = $1 AND project_id IS NULL AND id >= $6::uuid AND id < $7::uuid ORDER BY id ${order} LIMIT $9)
  )`;

const SUCCEEDED = `SELECT scanned.id, scanned.at, scanned.operation, scanned.target,
      COALESCE(outcome.made_id, scanned.details->>'key') AS "madeId", scanned.principal_id AS "principalId"
    FROM scanned JOIN audit_outcomes outcome ON outcome.entry_id = scanned.id AND outcome.status < 300
    WHERE operation = ANY($3::text[]) AND COALESCE(scanned.target->>'project_id', $2::text) = $2::text`;

const STATEMENT = `
  WITH ${scannedIn('ASC')}, found AS (
    ${SUCCEEDED} AND scanned.at BETWEEN $4 AND $5 ORDER BY scanned.id LIMIT $8
  )
  SELECT (SELECT count(*) FROM scanned)::integer AS scanned,
    COALESCE((SELECT json_agg(found) FROM found), '[]'::json) AS found`;

/** `reached` is the first ID to which all entries were scanned; null if all were. */
const LATEST = `
  WITH ${scannedIn('DESC')}, found AS (
    ${SUCCEEDED} AND scanned.at >= $4 AND scanned.at < $5
      AND ($10::timestamptz IS NULL OR (scanned.at, scanned.id) < ($10::timestamptz, $11::uuid))
    ORDER BY scanned.at DESC, scanned.id DESC LIMIT $8
  )
  SELECT (SELECT max(first) FROM (SELECT min(id::text) AS first, count(*) AS entries FROM scanned
      GROUP BY project_id IS NULL) AS sides WHERE entries >= $9) AS reached,
    COALESCE((SELECT json_agg(found) FROM found), '[]'::json) AS found`;
