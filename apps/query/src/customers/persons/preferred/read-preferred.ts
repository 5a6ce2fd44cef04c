import type { ProjectReader } from '@svc/reading/project-reader';
import { selectAliases, type AliasRow } from './aliases.query.js';
import { preferredDistinctId, type SeenAlias } from './preferred-distinct-id.js';

/** The distinct ID that represents each person in lists, by canonical distinct ID. */
export async function readPreferredDistinctIds(
  canonicals: readonly string[],
  reader: ProjectReader,
): Promise<ReadonlyMap<string, string>> {
  if (canonicals.length === 0) return new Map();
  const seen = await reader.rows(selectAliases(reader.scope, canonicals));
  const aliases = Map.groupBy(seen, ({ canonical }) => canonical);
  return new Map(
    canonicals.map((canonical) => {
      const own = (aliases.get(canonical) ?? []).map(toAlias);
      return [canonical, preferredDistinctId(own, canonical)];
    }),
  );
}

const toAlias = ({ distinct_id, identified, first, last }: AliasRow): SeenAlias => ({
  distinctId: distinct_id,
  isIdentified: identified === 1,
  knownFor: BigInt(last) - BigInt(first),
});
