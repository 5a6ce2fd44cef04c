import { lazy, Suspense, type ReactNode } from 'react';
import { useApi } from '../api/hooks.js';
import { CopyMenu } from '../copy/copy-menu.js';
import { useScope } from '../scope/scope.js';
import { SearchField } from '../search/search-field.js';
import { ErrorBox } from '../ui/feedback/error-box.js';
import { Page } from '../ui/layout/page.js';
import { Beside, Panel } from '../ui/layout/panel.js';
import { useSearchState } from '../url/use-search-state.js';
import { METRICS_FIELDS } from './fields.js';
import { findMetrics } from './list/find-metrics.js';
import { MetricList } from './list/metric-list.js';
import { NoMetrics } from './list/no-metrics.js';
import classes from './metrics-page.module.css';
import { resolveQuery, toMetricInput } from './query/to-input.js';

/** Loaded with the first metric that is opened, because the list does without charts. */
const MetricPanel = lazy(async () => ({ default: (await import('./metric-panel.js')).MetricPanel }));

/** The metrics of the project, and a query of one of them beside the list. */
export function MetricsPage(): ReactNode {
  const { project, query, startMs, endMs } = useScope();
  const [state, update] = useSearchState(METRICS_FIELDS);
  const { data, error, refetch } = useApi('GET /metrics', {}, { staleTime: 60_000 });
  const { name, find } = state;
  const metric = data?.metrics.find((known) => known.name === name);
  const resolved = resolveQuery(state, metric, { startMs, endMs });
  const onClose = (): void => update({ name: undefined });
  return (
    <Page
      title="Metrics"
      fills
      actions={
        name === undefined ? (
          <CopyMenu route="GET /metrics" input={{ query: find === '' ? {} : { name: find } }} project={project} />
        ) : (
          <CopyMenu
            route="GET /metrics/{metric_name}/query"
            input={toMetricInput(name, query, state, resolved)}
            project={project}
          />
        )
      }
    >
      <div className={classes.search}>
        <SearchField
          label="Search metrics"
          placeholder="Name or description contains"
          value={find}
          onSubmit={(text) => update({ find: text }, { replace: true })}
        />
      </div>
      {error && !data && <ErrorBox error={error} onRetry={() => void refetch()} />}
      <Beside>
        {data && findMetrics(data.metrics, find).length === 0 ? (
          <NoMetrics find={find} onShowAll={() => update({ find: '' })} />
        ) : (
          <MetricList metrics={data?.metrics} state={state} update={update} />
        )}
        {name !== undefined && data && (
          <Suspense fallback={<Panel title="Metric" isWide onClose={onClose} children={<div aria-busy="true" />} />}>
            <MetricPanel key={name} name={name} metric={metric} state={state} update={update} onClose={onClose} />
          </Suspense>
        )}
      </Beside>
    </Page>
  );
}
