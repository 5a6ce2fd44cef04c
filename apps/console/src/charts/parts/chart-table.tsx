import type { KeyboardEvent, RefCallback } from 'react';
import { OutsideText } from '../../ui/text/outside-text.js';
import classes from './chart.module.css';

export interface ChartRows {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

interface ChartTableProps extends ChartRows {
  readonly label: string;
  /** Height in pixels. */
  readonly height: number;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly tableRef: RefCallback<HTMLDivElement>;
}

/** The data of a chart as a table of the same height, which can be scrolled with keys. */
export function ChartTable({ label, columns, rows, height, onKeyDown, tableRef }: ChartTableProps) {
  return (
    <div
      ref={tableRef}
      className={classes['table']}
      style={{ height }}
      role="region"
      aria-label={`${label}, as a table`}
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <table>
        <thead>
          <tr>
            {columns.map((column, nth) => (
              <th key={nth} scope="col">
                <OutsideText text={column} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, nth) => (
            <tr key={nth}>
              {row.map((cell, at) => (
                <td key={at}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
