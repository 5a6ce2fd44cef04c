import { useMemo, type ReactNode } from 'react';
import { useApi } from '../api/hooks.js';
import { CopyMenu } from '../copy/copy-menu.js';
import { useScope } from '../scope/scope.js';
import { pickInterval } from '../time/intervals.js';
import { Page } from '../ui/layout/page.js';
import { useSearchState } from '../url/use-search-state.js';
import { toTraceFilter, toTracesInput, TRACES_FIELDS } from './fields.js';
import { MarkedTraces } from './list/marked-traces.js';
import { TraceCharts } from './list/trace-charts.js';
import { TraceList } from './list/trace-list.js';
import { TraceToolbar } from './list/trace-toolbar.js';
import classes from './traces-page.module.css';

/** Searches traces, and shows how many spans there are and how long they take. */
export function TracesPage(): ReactNode {
  const { project, query, startMs, endMs } = useScope();
  const [state, update] = useSearchState(TRACES_FIELDS);
  const { q, service, operation, status, min, person } = state;
  const filter = useMemo(
    () => toTraceFilter(query, { q, service, operation, status, min, person }),
    [query, q, service, operation, status, min, person],
  );
  const interval = pickInterval(startMs, endMs);
  const sums = useApi('GET /traces/aggregate', { query: { ...filter, interval } });
  const copied = <CopyMenu route="GET /traces" input={toTracesInput(filter, state.sort)} project={project} />;
  return (
    <Page title="Traces" fills actions={copied}>
      <TraceToolbar state={state} update={update} error={sums.error} />
      <TraceCharts
        data={sums.data}
        interval={interval}
        isLoading={sums.isFetching}
        chart={state.chart}
        update={update}
      />
      <MarkedTraces mark={state.mark} update={update} />
      <div className={classes.list}>
        <TraceList filter={filter} state={state} update={update} />
      </div>
    </Page>
  );
}
