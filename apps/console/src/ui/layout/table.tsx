import type { ReactNode } from 'react';
import { OutsideText } from '../text/outside-text.js';
import classes from './table.module.css';

/** UTF-16 units of the name of a column that are shown. */
const MAX_LABEL = 300;

export interface TableColumn<T> {
  readonly label: string;
  readonly render: (row: T) => ReactNode;
  readonly isNumber?: boolean;
  /** Left out of narrow windows. */
  readonly isOptional?: boolean;
}

interface TableProps<T> {
  /** Name of the table. */
  readonly label: string;
  /** Undefined while they are on their way. */
  readonly rows: readonly T[] | undefined;
  readonly columns: readonly TableColumn<T>[];
  readonly getId: (row: T) => string;
  /** A sentence in place of no rows. */
  readonly empty: ReactNode;
}

/** A short table; lists that may have thousands of rows are `Rows`. */
export function Table<T>({ label, rows, columns, getId, empty }: TableProps<T>): ReactNode {
  if (rows?.length === 0) return <p className={classes.empty}>{empty}</p>;
  return (
    <div className={classes.scroller} tabIndex={0} role="group" aria-label={label}>
      <table className={classes.table} aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.label} scope="col" className={toClass(column)}>
                <OutsideText text={column.label} limit={MAX_LABEL} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows?.map((row) => (
            <tr key={getId(row)}>
              {columns.map((column) => (
                <td key={column.label} className={toClass(column)}>
                  {column.render(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function toClass<T>({ isNumber = false, isOptional = false }: TableColumn<T>): string | undefined {
  return [isNumber && classes.number, isOptional && classes.optional].filter(Boolean).join(' ') || undefined;
}
