import { MIGRATIONS } from '@svc/columnar';
import type { TableDefinition } from '@svc/tables';

/** Every table that holds rows of projects, derived from the migrations, so that new tables are included. */
export const PROJECT_TABLES: readonly string[] = [
  ...new Set(
    MIGRATIONS.flatMap(({ steps }) => steps)
      .flatMap((step) => (step.kind === 'table' ? [step.table] : []))
      .filter(holdsProjects)
      .map(({ name }) => name),
  ),
];

function holdsProjects({ columns }: TableDefinition): boolean {
  return 'project_number' in columns;
}
