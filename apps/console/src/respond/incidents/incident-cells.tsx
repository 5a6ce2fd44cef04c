import { memo, type ReactNode } from 'react';
import type { Incident } from '../../gen/api.js';
import { Cell, type Column } from '../../rows/rows.js';
import { formatAgo, formatDuration } from '../../time/format.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import { IncidentSeverity, State } from '../parts/states.js';
import classes from './incidents.module.css';

export const INCIDENT_COLUMNS: readonly Column[] = [
  { label: 'Severity', width: '64px', narrowWidth: '56px' },
  { label: 'Status', width: '104px', narrowWidth: '100px' },
  { label: 'Incident', width: 'minmax(200px, 1fr)', narrowWidth: 'minmax(0, 1fr)' },
  { label: 'Acknowledged', width: '110px', isOptional: true },
  { label: 'Resolved after', width: '110px', isOptional: true },
  { label: 'Opened', width: '90px', isOptional: true },
];

/** The cells of one incident. */
export const IncidentCells = memo(function IncidentCells({
  incident,
  nowMs,
  nameOf,
}: {
  readonly incident: Incident;
  readonly nowMs: number;
  readonly nameOf: (id: string | undefined) => string;
}): ReactNode {
  const { severity, status, number, title, acknowledged_by: by, created_at: at = '' } = incident;
  const { time_to_resolve_seconds: seconds } = incident;
  return (
    <>
      <Cell>
        <IncidentSeverity severity={severity} />
      </Cell>
      <Cell>
        <State name={status} />
      </Cell>
      <Cell>
        <span className={classes.number}>{number}</span> <OutsideText text={title} limit={200} />
      </Cell>
      <Cell isOptional>{by !== undefined && <OutsideText text={nameOf(by)} />}</Cell>
      <Cell isOptional>{seconds !== null && formatDuration(seconds * 1000, 'ms')}</Cell>
      <Cell isOptional>{formatAgo(at, nowMs)}</Cell>
    </>
  );
});
