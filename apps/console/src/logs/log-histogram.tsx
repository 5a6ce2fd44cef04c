import { useMemo, type ReactNode } from 'react';
import { call } from '../api/call.js';
import { Histogram } from '../charts/histogram.js';
import type { Bucket } from '../charts/histogram/layout.js';
import type { LogsAggregateResponse } from '../gen/api.js';
import { useChangeMarks } from '../scope/changes/use-change-marks.js';
import { useScope } from '../scope/scope.js';
import { INTERVALS, type Interval } from '../time/intervals.js';
import { toRange } from '../time/range.js';
import type { LogFilter } from './log-query.js';
import { SERIES, toBuckets } from './to-buckets.js';

interface LogHistogramProps {
  readonly filter: LogFilter;
  readonly interval: Interval;
  readonly data: LogsAggregateResponse | undefined;
  readonly isLoading: boolean;
}

/** Records shown while the pointer rests on a bar. */
const PEEKED = 3;

/** The matching records over time by level. A bar shows examples of its records, and narrows the range to its time. */
export function LogHistogram({ filter, interval, data, isLoading }: LogHistogramProps): ReactNode {
  const { project, startMs, endMs, zone, update } = useScope();
  const buckets = useMemo(() => (data ? toBuckets(data, INTERVALS[interval]) : []), [data, interval]);
  const marks = useChangeMarks();
  const peek = async ({ startMs: from, endMs: to }: Bucket): Promise<readonly string[]> => {
    const times = { start_time: new Date(from).toISOString(), end_time: new Date(to).toISOString() };
    const { logs } = await call('GET /logs', { query: { ...filter, ...times, limit: PEEKED } }, { project });
    return logs.map(({ body, service_name: service }) => `${service}: ${body}`);
  };
  return (
    <Histogram
      label="Log records over time"
      series={SERIES.map((name) => ({ name, tone: name === 'none' ? 'series-8' : `level-${name}` }))}
      buckets={buckets}
      startMs={startMs}
      endMs={endMs}
      zone={zone}
      height={72}
      isLoading={isLoading}
      marks={marks}
      onRange={(from, to) => update(toRange({ startMs: from, endMs: to }))}
      onPeek={peek}
    />
  );
}
