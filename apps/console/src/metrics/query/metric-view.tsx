import { useMemo, type ReactNode } from 'react';
import { useApi } from '../../api/hooks.js';
import type { Metric } from '../../gen/api.js';
import { useScope } from '../../scope/scope.js';
import { INTERVALS } from '../../time/intervals.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import type { Update } from '../../url/use-search-state.js';
import type { MetricsState } from '../fields.js';
import { MetricChart } from './metric-chart.js';
import { MetricControls } from './metric-controls.js';
import { explainForecast, pickHorizon, whyNoForecast } from './to-forecast.js';
import { resolveQuery, toMetricInput } from './to-input.js';

interface MetricViewProps {
  readonly name: string;
  readonly metric: Metric | undefined;
  readonly state: MetricsState;
  readonly update: Update<MetricsState>;
}

/** The query of a metric and its chart, with a forecast if one is asked for. */
export function MetricView({ name, metric, state, update }: MetricViewProps): ReactNode {
  const { query, startMs, endMs, nowMs } = useScope();
  const kind = useMemo(() => metric ?? { type: 'gauge', is_monotonic: false }, [metric]);
  const resolved = resolveQuery(state, metric, { startMs, endMs });
  const points = useApi('GET /metrics/{metric_name}/query', toMetricInput(name, query, state, resolved));
  const labels = useApi(
    'GET /metrics/{metric_name}/labels',
    { path: { metric_name: name }, query: { start_time: query.start_time, end_time: query.end_time } },
    { staleTime: 60_000 },
  );
  const refusal = whyNoForecast(state, resolved, kind, { endMs, nowMs });
  const hasForecast = state.forecast && refusal === undefined;
  const forecast = useApi(
    'GET /metrics/{metric_name}/forecast',
    {
      path: { metric_name: name },
      query: {
        interval: resolved.interval,
        horizon: pickHorizon(startMs, endMs, resolved.interval),
        ...(query.environment && { environment: query.environment }),
      },
    },
    { enabled: hasForecast, staleTime: INTERVALS[resolved.interval] },
  );
  const { error } = points;
  const isAboutFilter = error?.status === 400 && error.message.startsWith('q:');
  return (
    <>
      <MetricControls
        kind={kind}
        state={state}
        resolved={resolved}
        update={update}
        labels={labels.data?.labels}
        error={error}
        noForecast={refusal}
      />
      {error && !isAboutFilter && <ErrorBox error={error} onRetry={() => void points.refetch()} />}
      {!error && (
        <MetricChart
          name={name}
          metric={metric}
          data={points.data}
          forecast={hasForecast ? forecast.data : undefined}
          isLoading={points.isFetching || (hasForecast && forecast.isLoading)}
        />
      )}
      {hasForecast && forecast.error && <ErrorBox error={forecast.error} onRetry={() => void forecast.refetch()} />}
      {hasForecast && forecast.data && <p>{explainForecast(forecast.data)}</p>}
    </>
  );
}
