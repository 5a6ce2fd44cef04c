import { useMemo, type ReactNode } from 'react';
import { TimeSeries } from '../../charts/time-series.js';
import type { ServicesRedResponse } from '../../gen/api.js';
import { useChangeMarks } from '../../scope/changes/use-change-marks.js';
import { useScope } from '../../scope/scope.js';
import { formatDuration, formatPercent } from '../../time/format.js';
import { toRange } from '../../time/range.js';
import { Card, Cards } from '../../ui/layout/card.js';
import { formatRate } from '../figures.js';
import { toRed } from './to-red.js';

interface RedChartsProps {
  readonly data: ServicesRedResponse | undefined;
  readonly isLoading: boolean;
}

const HEIGHT = 170;
const formatMs = (ms: number): string => formatDuration(ms, 'ms');

/** Requests, failures and durations over time, with one cursor for all three and marks at releases and changes of flags. */
export function RedCharts({ data, isLoading }: RedChartsProps): ReactNode {
  const { startMs, endMs, zone, update } = useScope();
  const { times, rate, errors, durations } = useMemo(() => toRed(data?.buckets ?? []), [data]);
  const marks = useChangeMarks();
  const common = {
    times,
    startMs,
    endMs,
    zone,
    marks,
    isLoading,
    height: HEIGHT,
    syncKey: 'red',
    onRange: (from: number, to: number) => update(toRange({ startMs: from, endMs: to })),
  };
  return (
    <Cards minWidth={340}>
      <Card title="Requests">
        <TimeSeries {...common} label="Requests per second" series={rate} format={formatRate} />
      </Card>
      <Card title="Failed requests">
        <TimeSeries {...common} label="Share of failed requests" series={errors} format={formatPercent} />
      </Card>
      <Card title="Duration">
        <TimeSeries {...common} label="Duration of requests" series={durations} format={formatMs} kind="duration" />
      </Card>
    </Cards>
  );
}
