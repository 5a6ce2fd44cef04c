import { memo, type ReactNode } from 'react';
import type { Alert } from '../../gen/api.js';
import { Cell, type Column } from '../../rows/rows.js';
import { formatAgo } from '../../time/format.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import { Labels } from '../parts/labels.js';
import { State } from '../parts/states.js';
import classes from './alerts.module.css';

const WIDE: readonly Column[] = [
  { label: 'Severity', width: '72px', narrowWidth: '64px' },
  { label: 'State', width: '96px', narrowWidth: '84px' },
  { label: 'Alert', width: 'minmax(200px, 1fr)', narrowWidth: 'minmax(0, 1fr)' },
  { label: 'Labels', width: 'minmax(120px, 34%)', isOptional: true },
  { label: 'Fired', width: '90px', isOptional: true },
];

/** @param isNarrow while the details of an alert take the place of the other columns. */
export function toAlertColumns(isNarrow: boolean): readonly Column[] {
  return isNarrow ? WIDE.filter(({ isOptional }) => isOptional !== true) : WIDE;
}

interface AlertCellsProps {
  readonly alert: Alert;
  readonly isNarrow: boolean;
  readonly nowMs: number;
}

/** The cells of one alert. */
export const AlertCells = memo(function AlertCells({ alert, isNarrow, nowMs }: AlertCellsProps): ReactNode {
  const { severity, state, name, summary, labels, fired_at: fired, started_at: started } = alert;
  return (
    <>
      <Cell>
        <State name={severity} />
      </Cell>
      <Cell>
        <State name={state} />
      </Cell>
      <Cell>
        <span className={classes.name}>
          <OutsideText text={name} limit={120} />
        </span>{' '}
        <span className={classes.summary}>
          <OutsideText text={summary} limit={200} />
        </span>
      </Cell>
      {!isNarrow && (
        <>
          <Cell isOptional>
            <Labels labels={labels} without={['alertname']} />
          </Cell>
          <Cell isOptional>{formatAgo(fired ?? started ?? '', nowMs)}</Cell>
        </>
      )}
    </>
  );
});
