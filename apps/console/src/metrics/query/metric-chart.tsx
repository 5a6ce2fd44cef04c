import { useMemo, type ReactNode } from 'react';
import { toLines } from '../../charts/series/to-lines.js';
import { toUnit } from '../../charts/series/unit.js';
import { TimeSeries } from '../../charts/time-series.js';
import type { Metric, MetricsForecastResponse, MetricsQueryResponse } from '../../gen/api.js';
import { useChangeMarks } from '../../scope/changes/use-change-marks.js';
import { useScope } from '../../scope/scope.js';
import { formatCount } from '../../time/amounts.js';
import { formatDateTime, toMs } from '../../time/format.js';
import { INTERVALS, type Interval } from '../../time/intervals.js';
import { describeRange, toRange } from '../../time/range.js';
import { Button } from '../../ui/controls/button.js';
import { Empty } from '../../ui/feedback/empty.js';
import type { Aggregation } from '../fields.js';
import { nameAggregation } from './aggregations.js';
import classes from './metric-chart.module.css';
import { addForecast } from './to-forecast.js';

interface MetricChartProps {
  readonly name: string;
  readonly metric: Metric | undefined;
  readonly data: MetricsQueryResponse | undefined;
  readonly forecast: MetricsForecastResponse | undefined;
  readonly isLoading: boolean;
}

const NONE: MetricsQueryResponse['series'] = [];
const HEIGHT = 300;
const HOUR_MS = 3_600_000;

/** The series of a query over time. */
export function MetricChart({ name, metric, data, forecast, isLoading }: MetricChartProps): ReactNode {
  const { startMs, endMs, zone, range, nowMs, update } = useScope();
  const marks = useChangeMarks();
  const series = data?.series ?? NONE;
  const agg = data?.agg ?? 'avg';
  const unit = useMemo(() => toUnit(data?.unit ?? '', data?.across === 'count' ? 'count' : agg), [data, agg]);
  const lines = useMemo(() => {
    const own = toLines(series, nameAggregation(agg as Aggregation), unit.factor);
    return forecast ? addForecast(own, forecast, unit.factor) : own;
  }, [series, agg, unit, forecast]);
  const isEmpty =
    data !== undefined &&
    !isLoading &&
    lines.series.every(({ values }) => values.every((value) => value === undefined));
  const seenMs = metric?.last_seen === undefined ? undefined : toMs(metric.last_seen);
  if (isEmpty)
    return (
      <Empty
        title="No points"
        text={`No matching point of this metric in this time range: ${describeRange(range, zone, nowMs)}.${
          seenMs === undefined ? '' : ` The last one is of ${formatDateTime(seenMs, zone)}.`
        }`}
      >
        {seenMs !== undefined && (
          <Button onClick={() => update(toRange({ startMs: seenMs - HOUR_MS, endMs: seenMs + 1000 }))}>
            Show the hour before it
          </Button>
        )}
      </Empty>
    );
  const last = forecast?.points.at(-1)?.timestamp;
  const step = INTERVALS[(data?.interval ?? '1m') as Interval];
  const startedMs = data?.start_time === undefined ? startMs : toMs(data.start_time);
  return (
    <div className={classes.chart}>
      <TimeSeries
        label={`${name} over time`}
        times={lines.times}
        series={lines.series}
        startMs={startMs}
        endMs={last === undefined ? endMs : Math.max(endMs, toMs(last))}
        zone={zone}
        marks={marks}
        format={unit.format}
        kind={unit.kind}
        height={HEIGHT}
        hasTable
        isLoading={isLoading}
        onRange={(from, to) => update(toRange({ startMs: from, endMs: to }))}
      />
      <ul className={classes.notes} aria-label="Notes">
        {data && <li>Each point is an interval of {data.interval}; the last one may not be complete.</li>}
        {lines.omitted > 0 && (
          <li>
            The {formatCount(lines.total - lines.omitted)} series with the greatest means are shown,{' '}
            {formatCount(lines.omitted)} are left out. Narrow the filter to see them.
          </li>
        )}
        {startedMs > startMs + step && (
          <li>The retention of the project begins at {formatDateTime(startedMs, zone)}.</li>
        )}
      </ul>
    </div>
  );
}
