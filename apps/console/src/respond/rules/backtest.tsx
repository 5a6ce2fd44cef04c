import { useMemo, type ReactNode } from 'react';
import { TimeSeries } from '../../charts/time-series.js';
import type { AlertRuleCondition, AlertRuleTest } from '../../gen/api.js';
import { useScope } from '../../scope/scope.js';
import { formatCount, formatDuration } from '../../time/format.js';
import { TimeText } from '../../time/time-text.js';
import { Table } from '../../ui/layout/table.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import classes from '../parts/respond.module.css';
import { Warnings } from '../parts/warnings.js';
import { toFirings, toLines, toMarks, type Firing } from './firings.js';

interface BacktestProps {
  readonly test: AlertRuleTest;
  readonly condition: Pick<AlertRuleCondition, 'threshold' | 'threshold_max'> | undefined;
}

const SHOWN = 20;

/** The result of a test: the figures of the last 24 hours, and the times in which the rule would have fired. */
export function Backtest({ test, condition }: BacktestProps): ReactNode {
  const { zone } = useScope();
  const { error, start_time: start = '', end_time: end = '', fired, is_truncated: isCut, warnings } = test;
  const firings = useMemo(() => toFirings(test), [test]);
  const { times, lines, left } = useMemo(() => toLines(test, toThresholds(condition)), [test, condition]);
  return (
    <div className={classes.form}>
      {error !== undefined && error !== null && (
        <p className={classes.warning}>{`It could not be evaluated: ${error}`}</p>
      )}
      <p role="status">
        <strong>
          {fired === 0
            ? 'It would not have fired in the last 24 hours.'
            : `It would have fired ${formatCount(fired)} ${fired === 1 ? 'time' : 'times'} in the last 24 hours.`}
        </strong>{' '}
        <span className={classes.note}>Nothing was written, and nobody was notified.</span>
      </p>
      {times.length > 0 && (
        <TimeSeries
          label="Figures of the last 24 hours"
          times={times}
          series={lines}
          startMs={Date.parse(start)}
          endMs={Date.parse(end)}
          zone={zone}
          height={180}
          marks={toMarks(firings.slice(0, SHOWN))}
        />
      )}
      {test.series.length === 0 && <p className={classes.note}>Nothing was measured in this time.</p>}
      {firings.length > 0 && (
        <Table<Firing>
          label="Times in which it would have fired"
          rows={firings.slice(0, SHOWN)}
          getId={({ series, startMs }) => `${series} ${startMs}`}
          empty=""
          columns={[
            { label: 'Series', render: ({ series }) => <OutsideText text={series} limit={120} /> },
            { label: 'From', render: ({ startMs }) => <TimeText at={startMs} precision="minute" /> },
            {
              label: 'For',
              isNumber: true,
              render: ({ startMs, endMs, isOpen }) =>
                `${formatDuration(endMs - startMs, 'ms')}${isOpen ? ', until now' : ''}`,
            },
          ]}
        />
      )}
      {firings.length > SHOWN && <p className={classes.note}>{`${firings.length - SHOWN} more are not shown.`}</p>}
      {left > 0 && <p className={classes.note}>{`The chart leaves out ${left} of ${test.series.length} series.`}</p>}
      {isCut && (
        <p className={classes.note}>{`Only ${test.series.length} series are shown. All of them were evaluated.`}</p>
      )}
      <Warnings texts={warnings} />
    </div>
  );
}

function toThresholds(condition: BacktestProps['condition']): readonly number[] {
  return [condition?.threshold, condition?.threshold_max].filter((value) => value !== undefined);
}
