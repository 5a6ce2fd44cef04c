import type { ColumnStore, StatementLimits } from '@svc/columnar';
import { ServiceError } from '@svc/service-error';
import type { TableDefinition } from '@svc/tables';
import { render, sql, Sql } from '@svc/tables/sql';
import {
  Budget,
  readTimeOrdered,
  runDeletion,
  Scope,
  select,
  type Deletion,
  type FoundPage,
  type ProjectIdentity,
  type TimeOrderedList,
} from '../statement/index.js';

/** The call that a reader works for. */
export interface ReadingCall {
  readonly project: ProjectIdentity | undefined;
  /** Aborted when the caller stops waiting. */
  readonly signal: AbortSignal;
  /** Milliseconds since 1970. */
  readonly deadlineMs: number;
}

/**
 * Reads the column store for one call: inside its project, within its deadline, and only as long as its caller waits.
 *
 * A statement carries the project it was built for, and a reader refuses one of another project or of none, so that no
 * domain can forget the project or mix up two.
 */
export class ProjectReader {
  constructor(
    private readonly store: ColumnStore,
    readonly scope: Scope,
    readonly budget: Budget,
  ) {}

  static open(store: ColumnStore, call: ReadingCall): ProjectReader {
    return new ProjectReader(store, Scope.of(call.project), Budget.of(call));
  }

  /** All rows of a statement. */
  rows<Row>(statement: Sql<Row>, limits?: Partial<StatementLimits>): Promise<Row[]>;
  rows<Row>(statement: Sql, limits?: Partial<StatementLimits>): Promise<Row[]>;
  rows<Row>(statement: Sql, limits?: Partial<StatementLimits>): Promise<Row[]> {
    return this.store.query<Row>(this.budget.statement(this.#own(statement), limits));
  }

  /** All rows of a statement, and the uncompressed bytes that the engine read for them. */
  async rowsWithBytes<Row>(
    statement: Sql<Row>,
    limits?: Partial<StatementLimits>,
  ): Promise<{ readonly rows: Row[]; readonly bytesRead: number }> {
    let bytesRead = 0;
    const read = {
      ...this.budget.statement(this.#own(statement), limits),
      onBytesRead: (bytes: number) => void (bytesRead = bytes),
    };
    const rows = await this.store.query<Row>(read);
    return { rows, bytesRead };
  }

  /** The rows of a statement in chunks, as the store sends them. */
  stream<Row>(statement: Sql<Row>, limits?: Partial<StatementLimits>): AsyncIterable<Row[]>;
  stream<Row>(statement: Sql, limits?: Partial<StatementLimits>): AsyncIterable<Row[]>;
  stream<Row>(statement: Sql, limits?: Partial<StatementLimits>): AsyncIterable<Row[]> {
    return this.store.stream<Row>(this.budget.statement(this.#own(statement), limits));
  }

  /** A page of a list that is ordered by time. */
  page<Row>(list: TimeOrderedList<Row>): Promise<FoundPage<Row>> {
    return readTimeOrdered(list, this.budget);
  }

  /**
   * Inserts the rows of a statement of the project into a table, the same token at most once. The statement selects the columns by their
   * names in the table.
   */
  insert(table: TableDefinition, statement: Sql, deduplicationToken: string): Promise<void> {
    const { sql: selection, parameters } = render(this.#own(statement));
    const columns = Object.keys(statement.types ?? {}).map((name) => render(Sql.identifier(name)).sql);
    return this.store.insertSelected(`INSERT INTO ${table.name} (${columns.join(', ')})\n${selection}`, parameters, {
      deduplicationToken,
      projectNumber: this.scope.projectNumber,
    });
  }

  /** Permanently deletes rows of the project. Resolves when no read that starts later sees them. */
  delete(deletion: Omit<Deletion, 'scope'>): Promise<void> {
    return runDeletion(this.store, { ...deletion, scope: this.scope });
  }

  /**
   * Like `delete`, but does nothing if no row is found: the text of a deletion, with the values in its condition, stays on the disk until
   * the deleted rows have left it.
   */
  async deleteFound(deletion: Omit<Deletion, 'scope'>): Promise<void> {
    const found = await this.rows(select({ ...deletion, scope: this.scope, columns: sql`1`, limit: 1 }));
    if (found.length > 0) await this.delete(deletion);
  }

  #own(statement: Sql): Sql {
    if (statement.projectNumber === this.scope.projectNumber) return statement;
    throw new ServiceError('internal', {
      cause: new Error('The statement was not built for the project of its reader.'),
    });
  }
}
