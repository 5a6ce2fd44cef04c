import { memo, use, type ReactNode } from 'react';
import type { TraceSummary } from '../../gen/api.js';
import { ScopeLink } from '../../links/scope-link.js';
import { Cell, type Column } from '../../rows/rows.js';
import { formatCount, formatDay, formatDuration } from '../../time/format.js';
import { TimeText } from '../../time/time-text.js';
import { ZoneContext } from '../../time/zone-context.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import classes from './trace-cells.module.css';

export const TRACE_COLUMNS: readonly Column[] = [
  { label: 'Mark', width: '32px' },
  { label: 'Start', width: '158px', narrowWidth: '88px' },
  { label: 'Duration', width: '150px', narrowWidth: '62px' },
  { label: 'Service', width: '120px', isOptional: true },
  { label: 'Operation', width: 'minmax(160px, 1fr)', narrowWidth: 'minmax(80px, 1fr)' },
  { label: 'Spans', width: '56px', isOptional: true },
  { label: 'Failed', width: '48px', narrowWidth: '38px' },
  { label: 'Services', width: 'minmax(120px, 0.6fr)', isOptional: true },
];

interface TraceCellsProps {
  readonly trace: TraceSummary;
  /** The duration of the longest bar, in milliseconds. */
  readonly longestMs: number;
  readonly isMarked: boolean;
  readonly onMark: (id: string) => void;
}

/** The cells of a trace in a list. */
export const TraceCells = memo(function TraceCells({ trace, longestMs, isMarked, onMark }: TraceCellsProps): ReactNode {
  const zone = use(ZoneContext);
  const { trace_id: id, start_time: start, duration_ms: ms, error_count: failed, services } = trace;
  return (
    <>
      <Cell>
        <input
          type="checkbox"
          className={classes.mark}
          aria-label={`Mark ${trace.root_operation} for a comparison`}
          checked={isMarked}
          onChange={() => onMark(id)}
        />
      </Cell>
      <Cell>
        {start !== undefined && (
          <span className={classes.time}>
            <span className={classes.day}>{formatDay(start, zone)}, </span>
            <TimeText at={start} form="time" precision="millisecond" />
          </span>
        )}
      </Cell>
      <Cell>
        <span className={classes.duration}>
          <span className={classes.figure}>{formatDuration(ms, 'ms')}</span>
          <span className={classes.track} aria-hidden="true">
            <span
              className={classes.bar}
              data-failed={failed > 0 || undefined}
              style={{ width: `${longestMs > 0 ? Math.max(1, (ms / longestMs) * 100) : 0}%` }}
            />
          </span>
        </span>
      </Cell>
      <Cell isOptional>
        <OutsideText text={trace.root_service} limit={60} />
      </Cell>
      <Cell>
        <ScopeLink to={`traces/${id}`} className={classes.link}>
          <OutsideText text={trace.root_operation} limit={200} />
        </ScopeLink>
        {trace.incomplete === true && (
          <span className={classes.note} title="The root span has not arrived; this is the earliest span.">
            {' '}
            no root
          </span>
        )}
      </Cell>
      <Cell isOptional isNumber>
        {formatCount(trace.span_count)}
      </Cell>
      <Cell isNumber>{failed > 0 ? <span className={classes.failed}>{formatCount(failed)}</span> : '–'}</Cell>
      <Cell isOptional>
        <span className={classes.note}>
          <OutsideText text={services.join(', ')} limit={200} />
        </span>
      </Cell>
    </>
  );
});
