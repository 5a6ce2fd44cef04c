import { Sql } from '@svc/reading/statement';
import type { TableDefinition } from '@svc/tables';
import type { ExportColumn } from './export-column.js';
import { integer, optionalId, text, time } from './values.js';

/**
 * A column of a table as files show it by its type in the engine: IDs as hexadecimal digits and null if they are zero.
 *
 * @throws Error if the table has no such column, or its type has no form in files; the column then needs a form of its own.
 */
export function storedColumn({ name: table, columns }: TableDefinition, name: string): ExportColumn {
  const type = columns[name]?.type ?? '';
  const value = Sql.identifier(name);
  switch (type) {
    case 'String':
    case 'LowCardinality(String)':
      return text(name, value);
    case 'DateTime64(9)':
      return time(name, value);
    case 'FixedString(8)':
      return optionalId(name, value, 8);
    case 'FixedString(16)':
      return optionalId(name, value, 16);
  }
  if (/^U?Int\d+$/.test(type)) return integer(name, value);
  throw new Error(`The column ${name} of ${table} has the type "${type}", which has no form in files`);
}
