import { memo, type ReactNode } from 'react';
import type { AnomalyFinding } from '../../gen/api.js';
import { Cell, type Column } from '../../rows/rows.js';
import { formatAgo } from '../../time/format.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import { Labels } from '../parts/labels.js';
import { State } from '../parts/states.js';

const WIDE: readonly Column[] = [
  { label: 'Severity', width: '72px', narrowWidth: '64px' },
  { label: 'Status', width: '104px', narrowWidth: '100px' },
  { label: 'Anomaly', width: 'minmax(200px, 1fr)', narrowWidth: 'minmax(0, 1fr)' },
  { label: 'Series', width: 'minmax(120px, 24%)', isOptional: true },
  { label: 'Began', width: '90px', isOptional: true },
];

/** @param isNarrow while the details of an anomaly take the place of the other columns. */
export function toAnomalyColumns(isNarrow: boolean): readonly Column[] {
  return isNarrow ? WIDE.filter(({ isOptional }) => isOptional !== true) : WIDE;
}

interface AnomalyCellsProps {
  readonly finding: AnomalyFinding;
  readonly isNarrow: boolean;
  readonly nowMs: number;
}

/** The cells of one anomaly. */
export const AnomalyCells = memo(function AnomalyCells({ finding, isNarrow, nowMs }: AnomalyCellsProps): ReactNode {
  const { severity, status, summary, labels, started_at: started } = finding;
  return (
    <>
      <Cell>
        <State name={severity} />
      </Cell>
      <Cell>
        <State name={status} />
      </Cell>
      <Cell>
        <OutsideText text={summary} limit={240} />
      </Cell>
      {!isNarrow && (
        <>
          <Cell isOptional>
            <Labels labels={labels} />
          </Cell>
          <Cell isOptional>{formatAgo(started ?? '', nowMs)}</Cell>
        </>
      )}
    </>
  );
});
