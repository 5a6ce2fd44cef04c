import { Prisma, type Relational } from '@svc/relational';
import type { ErasedProject } from './project-erasures.js';

/** What outlives a project: the record of its deletion and of who did what. */
const KEPT: ReadonlySet<string> = new Set(['project_deletions', 'audit_entries']);
/** Rows of one statement, well below what a statement's time allows. */
const BATCH = 5_000;
const FOREIGN_KEY_VIOLATION = '23503';

interface ProjectTable {
  /** Quoted. */
  readonly name: string;
  /** The column that says whose a row is. */
  readonly column: 'project_id' | 'project_number';
  readonly type: string;
}

/**
 * Deletes the rows of a project from every table that has a `project_id` or a `project_number`. The list is read from the database, so a table joins by
 * existing. A table whose rows others refer to waits until those are gone.
 *
 * @throws Error when rows are left that nothing allows to delete.
 */
export async function eraseRelationalRows(relational: Relational, project: ErasedProject): Promise<void> {
  let left = await projectTables(relational);
  while (left.length > 0) {
    const blocked: ProjectTable[] = [];
    for (const table of left) if (!(await emptied(relational, table, project))) blocked.push(table);
    if (blocked.length === left.length) throw new Error('Rows of a deleted project are held by references to them');
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

/** False when rows of other tables refer to this one's. Names and types are the catalog's own; the id is a parameter. */
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
