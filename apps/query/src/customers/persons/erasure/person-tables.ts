import { MIGRATIONS } from '@svc/columnar';
import { PERSON_SEEN, type TableDefinition } from '@svc/tables';

/**
 * Every table with rows of persons, derived from the migrations, so that new tables are included. The sightings are left out: they are
 * deleted last.
 */
export const PERSON_TABLES: readonly TableDefinition[] = [
  ...new Set(
    MIGRATIONS.flatMap(({ steps }) => steps)
      .flatMap((step) => (step.kind === 'table' ? [step.table] : []))
      .filter((table) => 'distinct_id' in table.columns && table.name !== PERSON_SEEN.name),
  ),
];
