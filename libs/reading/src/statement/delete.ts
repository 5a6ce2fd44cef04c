import type { ColumnStore } from '@svc/columnar';
import { ServiceError } from '@svc/service-error';
import { render, Sql } from '@svc/tables/sql';
import { tableBounds, type BoundedTable } from './tables.js';

export interface Deletion extends BoundedTable {
  /** Requires at least one condition besides the bounds, so that omitting one cannot delete a whole project. */
  readonly where: readonly (Sql | undefined)[];
}

/**
 * The condition of a deletion, inside the same bounds as a SELECT. Once the store has responded, no read that starts
 * later sees the rows. They stay deleted after a crash, and a replay of the range they came from does not restore them,
 * because its token is known.
 *
 * Rows that arrive later are not affected, and neither are figures that were computed from the rows when they arrived
 * (`trace_summaries`, `request_minutes`, `service_minutes`, `metric_seen`): delete from those tables too if they must
 * not keep them.
 */
export function deletedRows(deletion: Deletion): Sql {
  if (deletion.where.every((condition) => condition === undefined)) {
    throw new ServiceError('internal', {
      cause: new Error(`The deletion from ${deletion.from.name} has no condition and would delete all rows.`),
    });
  }
  return Sql.join(tableBounds(deletion), '\n  AND ');
}

/**
 * Deletes, and resolves when the deletion has taken effect. It runs next to reads and continues if the client
 * disconnects.
 */
export async function runDeletion(store: ColumnStore, deletion: Deletion): Promise<void> {
  const { sql: condition, parameters } = render(deletedRows(deletion));
  await store.deleteRows(deletion.from.name, condition, parameters, deletion.scope.projectNumber);
}
