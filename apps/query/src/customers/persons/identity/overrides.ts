import type { ColumnStore } from '@svc/columnar';
import { render, sql, stringParams, uint32, uint64 } from '@svc/reading/statement';

/** Tells the column store which distinct ids now have which canonical ones; the greatest version counts. */
export async function writeOverrides(
  store: ColumnStore,
  projectNumber: number,
  canonicalOf: ReadonlyMap<string, string>,
  version: bigint,
): Promise<void> {
  if (canonicalOf.size === 0) return;
  const pairs = sql`arrayZip(${stringParams([...canonicalOf.keys()])}, ${stringParams([...canonicalOf.values()])})`;
  const insertion =
    render(sql`INSERT INTO person_overrides (project_number, distinct_id, canonical_distinct_id, version)
SELECT ${uint32(projectNumber)}, pair.1, pair.2, ${uint64(version)}
FROM (SELECT arrayJoin(${pairs}) AS pair)
SETTINGS distributed_foreground_insert = 1`);
  await store.command(insertion.sql, insertion.parameters);
}
