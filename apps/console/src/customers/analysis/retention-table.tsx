import type { ReactNode } from 'react';
import type { RetentionCohort } from '../../gen/api.js';
import { formatCount, formatPercent } from '../../time/amounts.js';
import { formatDay } from '../../time/format.js';
import classes from './retention-table.module.css';
import { toShade } from './to-shade.js';

interface RetentionTableProps {
  readonly cohorts: readonly RetentionCohort[];
  readonly period: string;
  /** The time zone in which periods start. */
  readonly zone: string;
}

/** A line for each cohort, a column for each period after it, and a shade for the share that came back. */
export function RetentionTable({ cohorts, period, zone }: RetentionTableProps): ReactNode {
  const most = cohorts.reduce((greatest, { periods }) => Math.max(greatest, periods.length), 0);
  const name = period.charAt(0).toUpperCase() + period.slice(1);
  return (
    <div className={classes.scroller} tabIndex={0} role="group" aria-label="Retention">
      <table className={classes.table} aria-label="Retention">
        <thead>
          <tr>
            <th scope="col">{name} of the first event</th>
            <th scope="col">Persons</th>
            {Array.from({ length: most }, (_, index) => (
              <th key={index} scope="col">
                {name} {index}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {cohorts.map(({ timestamp = '', size, periods }) => (
            <tr key={timestamp}>
              <th scope="row">{formatDay(timestamp, zone)}</th>
              <td>{formatCount(size)}</td>
              {periods.map(({ index, count, rate, complete }) => (
                <td
                  key={index}
                  data-shade={size === 0 ? 0 : toShade(rate)}
                  data-partial={!complete}
                  title={`${formatCount(count)} of ${formatCount(size)}${complete ? '' : ', so far'}`}
                >
                  {size === 0 ? '–' : formatPercent(rate)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
