import { MIGRATIONS } from '@svc/columnar';
import { PERSON_SEEN, REPLAY_BLOCKS, type TableDefinition } from '@svc/tables';

/** Sightings are deleted last, and recordings as a whole, with their objects and keys, by their own domain. */
const DELETED_APART = new Set<string>([PERSON_SEEN.name, REPLAY_BLOCKS.name]);

/**
 * Every table with rows of persons that an erasure deletes row by row, derived from the migrations, so that new tables are included.
 */
export const PERSON_TABLES: readonly TableDefinition[] = [
  ...new Set(
    MIGRATIONS.flatMap(({ steps }) => steps)
      .flatMap((step) => (step.kind === 'table' ? [step.table] : []))
      .filter((table) => 'distinct_id' in table.columns && !DELETED_APART.has(table.name)),
  ),
];
