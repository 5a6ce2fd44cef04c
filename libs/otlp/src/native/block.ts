import type { StoredColumnName, TableDefinition, WrittenType } from '@svc/tables';
import type { ByteBuffer } from './byte-buffer.js';
import type { Column } from './column.js';

/** One block in ClickHouse's Native format for one table. */
export interface NativeBlock {
  readonly table: string;
  readonly columns: readonly string[];
  readonly rows: number;
  readonly bytes: Uint8Array;
}

export type NamedColumn = readonly [name: string, column: Column];

/** The columns of a block of a table, each with the type in the table. */
export type BlockColumns<Table extends TableDefinition> = {
  readonly [Name in StoredColumnName<Table>]: Column<WrittenType<Table['columns'][Name]['type']>>;
};

/**
 * A builder for the blocks of a table. A column that is missing, has the wrong type or is not part of the table does not compile.
 */
export function buildTable<Table extends TableDefinition, Columns extends BlockColumns<Table>>(
  table: Table,
  columns: Columns & Record<Exclude<keyof Columns, StoredColumnName<Table>>, never>,
): TableBuilder {
  const byName = columns as Readonly<Record<string, Column>>;
  const stored = Object.keys(table.columns).filter((name) => name in byName);
  return new TableBuilder(
    table.name,
    stored.map((name) => [name, byName[name]]),
  );
}

/** The columns of one table while a block of it is built. */
export class TableBuilder {
  readonly columnNames: readonly string[];

  constructor(
    readonly name: string,
    readonly columns: readonly NamedColumn[],
  ) {
    this.columnNames = columns.map(([column]) => column);
  }

  get rows(): number {
    return this.columns[0][1].rows;
  }

  get byteLength(): number {
    let total = 0;
    for (const [name, column] of this.columns) total += column.byteLength + name.length + column.type.length + 10;
    return total + 10;
  }

  /**
   * Appends the block to `out`:
   *
   *   block := varint column count, varint row count, { string name, string type, prefix, data }
   */
  write(out: ByteBuffer): void {
    const { rows } = this;
    out.reserve(this.byteLength);
    out.varint(this.columns.length);
    out.varint(rows);
    for (const [name, column] of this.columns) {
      if (column.rows !== rows) throw new Error(`${this.name}.${name} has another row count than its table`);
      out.varint(name.length);
      out.ascii(name);
      out.varint(column.type.length);
      out.ascii(column.type);
      column.writePrefix(out);
      column.writeData(out);
    }
  }

  mark(): void {
    for (const [, column] of this.columns) column.mark();
  }

  rollback(): void {
    for (const [, column] of this.columns) column.rollback();
  }

  reset(): void {
    for (const [, column] of this.columns) column.reset();
  }
}
