import type { KeyboardEvent } from 'react';
import classes from './chart.module.css';

/** The data of a chart as a table of the same height, which can be scrolled with keys. */
export function ChartTable({
  label,
  columns,
  rows,
  height,
  onKeyDown,
}: {
  readonly label: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** In pixels. */
  readonly height: number;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}) {
  return (
    <div
      className={classes['table']}
      style={{ height }}
      role="region"
      aria-label={`${label}, as a table`}
      tabIndex={0}
      onKeyDown={onKeyDown}
      ref={focusOnce}
    >
      <table>
        <thead>
          <tr>
            {columns.map((column, nth) => (
              <th key={nth} scope="col">
                <bdi>{column}</bdi>
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

/** Takes the focus of the chart that it replaces. */
function focusOnce(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
}
