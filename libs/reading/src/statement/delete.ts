import type { ColumnStore } from '@svc/columnar';
import { ServiceError } from '@svc/errors';
import { render, Sql } from '@svc/sql';
import { tableBounds, type BoundedTable } from './tables.js';

export interface Deletion extends BoundedTable {
  /** At least one condition holds beside the bounds: nothing empties a project by leaving one out. */
  readonly where: readonly (Sql | undefined)[];
}

/**
 * What a deletion deletes: inside the same bounds as a SELECT. When the store has answered it, no read that begins later sees the
 * rows. They stay deleted after a crash, and a replay of the range they came from does not bring them back: its token is known.
 *
 * Rows that arrive later are not affected, and neither are figures that were made from the rows when they arrived (`trace_summaries`,
 * `request_minutes`, `service_minutes`, `metric_seen`): a table that must forget too is deleted from as well.
 */
export function deletedRows(deletion: Deletion): Sql {
  if (deletion.where.every((condition) => condition === undefined)) {
    throw new ServiceError('internal', { cause: new Error(`All of ${deletion.from.name} would be deleted.`) });
  }
  return Sql.join(tableBounds(deletion), '\n  AND ');
}

/** Deletes, and resolves when it has taken effect. It runs beside reads and is not ended by a client that leaves. */
export async function runDeletion(store: ColumnStore, deletion: Deletion): Promise<void> {
  const { sql: condition, parameters } = render(deletedRows(deletion));
  await store.deleteRows(deletion.from.name, condition, parameters);
}
