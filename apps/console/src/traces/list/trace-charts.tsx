import { useMemo, type ReactNode } from 'react';
import { BarList } from '../../charts/bar-list.js';
import { Histogram } from '../../charts/histogram.js';
import { TimeSeries } from '../../charts/time-series.js';
import type { DurationBucket, SpanPoint, TracesAggregateResponse } from '../../gen/api.js';
import { useChangeMarks } from '../../scope/changes/use-change-marks.js';
import { useScope } from '../../scope/scope.js';
import { formatCount, formatDuration, formatPercent } from '../../time/amounts.js';
import { INTERVALS, type Interval } from '../../time/intervals.js';
import { toRange } from '../../time/range.js';
import { Segmented } from '../../ui/controls/segmented.js';
import type { Update } from '../../url/use-search-state.js';
import type { Chart, TracesState } from '../fields.js';
import { nameBucket, toCounts, toPercentiles } from './to-series.js';
import classes from './trace-charts.module.css';

interface TraceChartsProps {
  readonly data: TracesAggregateResponse | undefined;
  readonly interval: Interval;
  readonly isLoading: boolean;
  readonly chart: Chart;
  readonly update: Update<TracesState>;
}

const NO_POINTS: readonly SpanPoint[] = [];
const NO_BUCKETS: readonly DurationBucket[] = [];
const HEIGHT = 96;

const OPTIONS = [
  { value: 'spans', label: 'Spans' },
  { value: 'durations', label: 'Durations' },
  { value: 'distribution', label: 'Distribution' },
] as const;

const SERIES = [
  { name: 'not failed', tone: 'series-1' },
  { name: 'failed', tone: 'danger' },
] as const;

/** The matching spans over time, the percentiles of their durations, or how many took how long. */
export function TraceCharts({ data, interval, isLoading, chart, update }: TraceChartsProps): ReactNode {
  const { startMs, endMs, zone, update: updateScope } = useScope();
  const marks = useChangeMarks();
  const group = data?.groups[0];
  const points = group?.series ?? NO_POINTS;
  const buckets = group?.duration_buckets ?? NO_BUCKETS;
  const counts = useMemo(() => toCounts(points, INTERVALS[interval]), [points, interval]);
  const percentiles = useMemo(() => toPercentiles(points), [points]);
  const onRange = (from: number, to: number): void => updateScope(toRange({ startMs: from, endMs: to }));
  const shared = { startMs, endMs, zone, isLoading, marks, onRange };
  return (
    <section className={classes.charts} aria-label="Matching spans">
      <div className={classes.head}>
        <Segmented label="Chart" value={chart} options={OPTIONS} onChange={(next) => update({ chart: next })} />
        <p className={classes.sums}>{describe(data)}</p>
      </div>
      <div className={classes.chart}>
        {chart === 'spans' && (
          <Histogram label="Spans over time" series={SERIES} buckets={counts} height={HEIGHT} {...shared} />
        )}
        {chart === 'durations' && (
          <TimeSeries
            label="Percentiles of the duration over time"
            {...percentiles}
            kind="duration"
            format={formatMs}
            height={HEIGHT}
            {...shared}
          />
        )}
        {chart === 'distribution' && (
          <div className={classes.scroller} tabIndex={0} role="group" aria-label="Durations">
            <BarList
              label="Spans by duration"
              bars={buckets.map((bucket) => ({ name: nameBucket(bucket), value: bucket.count }))}
              {...(group && { total: group.count })}
              pickLabel="Only traces from %"
              onPick={(name) => {
                const from = buckets.find((bucket) => nameBucket(bucket) === name)?.from_ms;
                update({ min: from === undefined ? '' : String(from) });
              }}
            />
          </div>
        )}
      </div>
    </section>
  );
}

function formatMs(ms: number): string {
  return formatDuration(ms, 'ms');
}

function describe(data: TracesAggregateResponse | undefined): string {
  if (!data) return ' ';
  const { total, error_count: failed, groups } = data;
  const duration = groups[0]?.duration;
  const share = total === 0 ? '' : ` · ${formatPercent(failed / total)} failed`;
  return [
    `${formatCount(total)} spans${share}`,
    duration &&
      `p50 ${formatMs(duration.p50_ms)} · p95 ${formatMs(duration.p95_ms)} · p99 ${formatMs(duration.p99_ms)}`,
  ]
    .filter(Boolean)
    .join(' · ');
}
