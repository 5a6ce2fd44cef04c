import type { Relational } from '@svc/relational';

/** A change that succeeded, as the audit log records it. Values that were changed are not part of the log. */
export interface RecordedChange {
  /** RFC 3339. */
  readonly at: string;
  readonly operation: string;
  /** IDs from the path of the request, by the name of the parameter. */
  readonly target: Readonly<Record<string, string>>;
  /** The ID of the resource that the operation created. */
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

/** IDs of entries begin with the time at which they were created, so that the index of a project is read from there. */
function firstId(time: Date, moreMs = 0): string {
  const hex = (time.getTime() + moreMs).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

const STATEMENT = `
  WITH scanned AS MATERIALIZED (
    (SELECT id, at, operation, target, principal_id FROM audit_entries
     WHERE organization_id = $1 AND project_id = $2 AND id >= $6::uuid AND id < $7::uuid ORDER BY id LIMIT $9)
    UNION ALL
    (SELECT id, at, operation, target, principal_id FROM audit_entries
     WHERE organization_id = $1 AND project_id IS NULL AND id >= $6::uuid AND id < $7::uuid ORDER BY id LIMIT $9)
  ), found AS (
    SELECT scanned.at, scanned.operation, scanned.target, outcome.made_id AS "madeId",
      scanned.principal_id AS "principalId"
    FROM scanned JOIN audit_outcomes outcome ON outcome.entry_id = scanned.id AND outcome.status < 300
    WHERE operation = ANY($3::text[]) AND scanned.at BETWEEN $4 AND $5
      AND COALESCE(scanned.target->>'project_id', $2::text) = $2::text
    ORDER BY scanned.id LIMIT $8
  )
  SELECT (SELECT count(*) FROM scanned)::integer AS scanned,
    COALESCE((SELECT json_agg(found) FROM found), '[]'::json) AS found`;
