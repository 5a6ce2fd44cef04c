import type { ReactNode } from 'react';
import type { LogRecord, LogsContextResponse } from '../../gen/api.js';
import { TimeText } from '../../time/time-text.js';
import { PanelSection } from '../../ui/layout/panel.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import { LevelMark } from './level-mark.js';
import classes from './log-neighbors.module.css';

interface LogNeighborsProps {
  readonly context: LogsContextResponse;
  readonly onOpen: (id: string) => void;
}

/** The records before and after one, of the same origin. */
export function LogNeighbors({ context: { before, log, after }, onOpen }: LogNeighborsProps): ReactNode {
  const records = [...before, ...(log ? [log] : []), ...after];
  return (
    <PanelSection title="Before and after">
      <ol className={classes.list}>
        {records.map((record) => (
          <Neighbor key={record.log_id} record={record} isCurrent={record === log} onOpen={onOpen} />
        ))}
      </ol>
    </PanelSection>
  );
}

interface NeighborProps {
  readonly record: LogRecord;
  readonly isCurrent: boolean;
  readonly onOpen: (id: string) => void;
}

function Neighbor({ record, isCurrent, onOpen }: NeighborProps): ReactNode {
  return (
    <li>
      <button
        type="button"
        className={classes.record}
        aria-current={isCurrent ? 'true' : undefined}
        onClick={() => onOpen(record.log_id)}
      >
        {record.timestamp !== undefined && <TimeText at={record.timestamp} form="time" precision="millisecond" />}
        <LevelMark level={record.level} />
        <span className={classes.body}>
          <OutsideText text={record.body} limit={200} ansi="strip" />
        </span>
      </button>
    </li>
  );
}
