import { Prisma, type Relational } from '@svc/relational';
import type { ErasedProject } from './project-erasures.js';

/**
 * Tables whose rows outlive a project: the record of its deletion, the audit log, and its keys, without which the log is destroyed anyway.
 */
const KEPT: ReadonlySet<string> = new Set(['project_deletions', 'audit_entries', 'log_keys']);
/** Rows per statement, so that each ends well within the statement timeout. */
const BATCH = 5_000;
const FOREIGN_KEY_VIOLATION = '23503';

interface ProjectTable {
  /** Quoted. */
  readonly name: string;
  /** The column that identifies the project of a row. */
  readonly column: 'project_id' | 'project_number';
  readonly type: string;
}

/**
 * Deletes the rows of a project from every table that has a `project_id` or a `project_number`. The list is read from the database, so
 * that new tables are included. A table whose rows others refer to is emptied after those.
 *
 * @throws Error if references that are not of the project hold rows.
 */
export async function eraseRelationalRows(relational: Relational, project: ErasedProject): Promise<void> {
  let left = await projectTables(relational);
  while (left.length > 0) {
    const blocked: ProjectTable[] = [];
    for (const table of left) if (!(await emptied(relational, table, project))) blocked.push(table);
    if (blocked.length === left.length)
      throw new Error('references from other projects hold rows of the deleted project');
    left = blocked;
  }
}

async function projectTables({ client }: Relational): Promise<ProjectTable[]> {
  const rows = await client.$queryRaw<(ProjectTable & { plain: string })[]>`
    SELECT table_name::text AS plain, quote_ident(table_name) AS name, column_name::text AS column,
           udt_name::text AS type
    FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
    WHERE table_schema = current_schema() AND table_type = 'BASE TABLE' AND column_name IN ('project_id', 'project_number')
    ORDER BY table_name`;
  return rows.filter(({ plain }) => !KEPT.has(plain));
}

/** False if rows of other tables refer to rows of this one. Names and types come from the catalog; the ID is a parameter. */
async function emptied({ client }: Relational, table: ProjectTable, project: ErasedProject): Promise<boolean> {
  const { name, column, type } = table;
  const value = column === 'project_id' ? project.projectId : project.number;
  const statement = `DELETE FROM ${name} WHERE ctid = ANY(ARRAY(
    SELECT ctid FROM ${name} WHERE ${column} = $1::${type} LIMIT ${BATCH}))`;
  try {
    while ((await client.$executeRawUnsafe(statement, value)) > 0);
    return true;
  } catch (error) {
    if (isForeignKeyViolation(error)) return false;
    throw error;
  }
}

function isForeignKeyViolation(error: unknown): boolean {
  return (
    error instanceof Prisma.PrismaClientKnownRequestError && JSON.stringify(error.meta).includes(FOREIGN_KEY_VIOLATION)
  );
}
