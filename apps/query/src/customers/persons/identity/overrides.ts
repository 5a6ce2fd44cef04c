import type { ColumnStore } from '@svc/columnar';
import { render, sql, stringParams, uint32, uint64 } from '@svc/reading/statement';

/** Writes the canonical IDs of distinct IDs to the column store; the greatest version is valid. */
export async function writeOverrides(
  store: ColumnStore,
  projectNumber: number,
  canonicalIds: ReadonlyMap<string, string>,
  version: bigint,
): Promise<void> {
  if (canonicalIds.size === 0) return;
  const pairs = sql`arrayZip(${stringParams([...canonicalIds.keys()])}, ${stringParams([...canonicalIds.values()])})`;
  const insertion =
    render(sql`INSERT INTO person_overrides (project_number, distinct_id, canonical_distinct_id, version)
SELECT ${uint32(projectNumber)}, pair.1, pair.2, ${uint64(version)}
FROM (SELECT arrayJoin(${pairs}) AS pair)
SETTINGS distributed_foreground_insert = 1`);
  await store.command(insertion.sql, insertion.parameters, projectNumber);
}
