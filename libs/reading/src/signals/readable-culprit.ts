import { ISSUE_VARIANTS } from '@svc/tables';
import { select, sql, type Scope, type Sql } from '../statement/index.js';

/**
 * The culprit of a row of `errors` as its issue shows it: that of the readable stack once symbol files were applied. They are applied to
 * variants after their errors are stored, so the name is not in the row.
 */
export function readableCulprit(scope: Scope): Sql {
  const named = select({
    columns: sql`arraySort(groupArray((hex(variant), culprit)))`,
    from: ISSUE_VARIANTS,
    final: true,
    scope,
    where: [sql`culprit != ''`],
  });
  return sql`transform(hex(variant), tupleElement((${named}), 1), tupleElement((${named}), 2), toString(culprit))`;
}
