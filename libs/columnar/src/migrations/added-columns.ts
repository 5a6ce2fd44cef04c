import type { TableDefinition } from '@svc/tables';
import type { Migration, Step } from './migration.js';

/**
 * Adds to the migrations the columns of released tables: each column names the migration that adds it. If that migration has
 * other steps, the columns are added first.
 */
export function withAddedColumns(written: readonly Migration[]): Migration[] {
  const steps = new Map(written.map(({ name, steps: own }) => [name, [...own]]));
  for (const table of createdTables(written)) {
    const names = new Set(Object.values(table.columns).flatMap(({ addedIn }) => addedIn ?? []));
    for (const name of names) {
      const step: Step = { kind: 'add-columns', table, migration: name };
      steps.set(name, [step, ...(steps.get(name) ?? [])]);
    }
  }
  return [...steps].map(([name, all]) => ({ name, steps: all })).toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function createdTables(migrations: readonly Migration[]): TableDefinition[] {
  return migrations.flatMap(({ steps }) => steps.flatMap((step) => (step.kind === 'table' ? [step.table] : [])));
}
