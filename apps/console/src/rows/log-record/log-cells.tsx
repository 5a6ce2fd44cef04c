import { memo, use, useMemo, type ReactNode } from 'react';
import { formatExact } from '../../api/parse-exact.js';
import type { LogRecord } from '../../gen/api.js';
import { findTerms } from '../../text/segments.js';
import { formatDay } from '../../time/format.js';
import { TimeText } from '../../time/time-text.js';
import { ZoneContext } from '../../time/zone-context.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import { Cell, type Column } from '../rows.js';
import { LevelMark } from './level-mark.js';
import classes from './log-cells.module.css';

/** Characters of a body that a row can show. */
const ROW_CHARACTERS = 400;

export function toLogColumns(cols: readonly string[]): readonly Column[] {
  return [
    { label: 'Time', width: '158px', narrowWidth: '92px' },
    { label: 'Level', width: '58px' },
    { label: 'Service', width: '120px', isOptional: true },
    ...cols.map((name) => ({ label: name, width: '140px', isOptional: true })),
    { label: 'Body', width: 'minmax(220px, 1fr)' },
  ];
}

interface LogCellsProps {
  readonly log: LogRecord;
  readonly cols: readonly string[];
  /** Words to mark in the body. */
  readonly words: readonly string[];
}

/** The cells of a record, the same in a search, a tail and the context of a record. */
export const LogCells = memo(function LogCells({ log, cols, words }: LogCellsProps): ReactNode {
  const zone = use(ZoneContext);
  const text = log.body === '' ? log.event_name : log.body;
  const start = text.slice(0, ROW_CHARACTERS);
  const highlights = useMemo(() => findTerms(start, words), [start, words]);
  return (
    <>
      <Cell>
        {log.timestamp !== undefined && (
          <span className={classes.time}>
            <span className={classes.day}>{formatDay(log.timestamp, zone)}, </span>
            <TimeText at={log.timestamp} form="time" precision="millisecond" />
          </span>
        )}
      </Cell>
      <Cell>
        <LevelMark level={log.level} />
      </Cell>
      <Cell isOptional>
        <OutsideText text={log.service_name} limit={60} />
      </Cell>
      {cols.map((name) => (
        <Cell key={name} isOptional>
          <OutsideText text={toText(log, name)} limit={80} />
        </Cell>
      ))}
      <Cell>
        <span className={classes.body}>
          <OutsideText text={start} highlights={highlights} ansi="strip" />
        </span>
      </Cell>
    </>
  );
});

function toText({ attributes, resource }: LogRecord, name: string): string {
  const value = attributes?.[name] ?? resource?.[name];
  if (value === undefined) return '';
  return typeof value === 'string' ? value : formatExact(value);
}
