import { useMemo, type ReactNode } from 'react';
import { toLines } from '../../charts/series/to-lines.js';
import { TimeSeries } from '../../charts/time-series.js';
import type { WidgetData as Data, WidgetQuery } from '../../gen/api.js';
import { useScope } from '../../scope/scope.js';
import { formatCount } from '../../time/amounts.js';
import { toMs } from '../../time/format.js';
import { toRange } from '../../time/range.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import { useSearchState } from '../../url/use-search-state.js';
import { PAGE_RANGE_FIELDS } from '../fields.js';
import { RecordTable } from './record-table.js';
import { RowTable } from './row-table.js';
import classes from './widget-content.module.css';
import { widgetUnit } from './widget-unit.js';

interface WidgetDataProps {
  readonly title: string;
  readonly query: WidgetQuery | undefined;
  readonly visualization: unknown;
  readonly data: Data;
  readonly isLoading: boolean;
  /** Pixels. */
  readonly height: number;
}

/** The answer of a widget's query in the form of its type. It says what was left out, or why there is nothing. */
export function WidgetData(props: WidgetDataProps): ReactNode {
  const { data } = props;
  if (data.error)
    return (
      <div role="alert" className={classes.fault}>
        <p className={classes.faultTitle}>The query has no answer</p>
        <p>
          <OutsideText text={data.error.message} />
        </p>
      </div>
    );
  return (
    <>
      <Shown {...props} />
      {data.truncated && <p className={classes.note}>{describeLimit(data)}</p>}
    </>
  );
}

function Shown(props: WidgetDataProps): ReactNode {
  const { title, query, visualization, data } = props;
  const unit = useMemo(() => widgetUnit(query, visualization), [query, visualization]);
  switch (data.type) {
    case 'value': {
      const value = data.rows[0]?.value ?? null;
      return (
        <div className={classes.value}>
          <p className={classes.figure}>{value === null ? '–' : unit.format(value * unit.factor)}</p>
          {value === null && <p className={classes.note}>Nothing was measured in this range</p>}
        </div>
      );
    }
    case 'table':
      return <RowTable title={title} rows={data.rows} unit={unit} groups={query?.group_by ?? []} />;
    case 'list':
      return <RecordTable title={title} data={data} />;
    default:
      return <Lines {...props} />;
  }
}

/** Height of the legend, in pixels. */
const LEGEND_PX = 30;
const LEAST_PX = 60;

function Lines({ title, query, visualization, data, isLoading, height }: WidgetDataProps): ReactNode {
  const { zone } = useScope();
  const [, update] = useSearchState(PAGE_RANGE_FIELDS);
  const unit = useMemo(() => widgetUnit(query, visualization), [query, visualization]);
  const { times, series, omitted } = useMemo(
    () =>
      toLines(
        data.series,
        query?.aggregate === undefined || query.aggregate === '' ? 'count' : query.aggregate,
        unit.factor,
      ),
    [data, query, unit],
  );
  const [startMs, endMs] = [data.start_time, data.end_time].map((time) => (time === undefined ? 0 : toMs(time)));
  return (
    <div className={classes.scroller}>
      <TimeSeries
        label={title}
        times={times}
        series={series}
        startMs={startMs ?? 0}
        endMs={endMs ?? 0}
        zone={zone}
        format={unit.format}
        kind={unit.kind}
        height={Math.max(height - LEGEND_PX - (data.truncated || omitted > 0 ? LEGEND_PX : 0), LEAST_PX)}
        isLoading={isLoading}
        syncKey="dashboard"
        onRange={(from, to) => update({ ...toRange({ startMs: from, endMs: to }), times: 'page' })}
      />
      {omitted > 0 && <p className={classes.note}>{formatCount(omitted)} series with smaller values are not drawn.</p>}
    </div>
  );
}

function describeLimit({ type, series, rows, logs, traces, errors }: Data): string {
  if (type === 'timeseries') return `The first ${formatCount(series.length)} series by their records; there are more.`;
  if (type === 'table') return `The first ${formatCount(rows.length)} rows by their records; there are more.`;
  return `The latest ${formatCount(logs.length + traces.length + errors.length)} records; there are more.`;
}
