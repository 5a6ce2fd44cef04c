import { useMemo, useState, type ReactNode } from 'react';
import { useApi } from '../api/hooks.js';
import type { LogRecord } from '../gen/api.js';
import { LogPanel } from '../rows/log-record/log-panel.js';
import { useScope } from '../scope/scope.js';
import { pickInterval } from '../time/intervals.js';
import { Page } from '../ui/layout/page.js';
import { Beside } from '../ui/layout/panel.js';
import { ValueActionsContext } from '../ui/value/value-actions.js';
import { useSearchState } from '../url/use-search-state.js';
import { LogPageActions } from './actions/log-page-actions.js';
import { LOGS_FIELDS } from './fields.js';
import { LiveList } from './live-list.js';
import { LogHistogram } from './log-histogram.js';
import { LogList } from './log-list.js';
import { LogPatterns } from './log-patterns.js';
import { toLogFilter } from './log-query.js';
import { LogToolbar } from './log-toolbar.js';
import { useLogActions } from './use-log-actions.js';

/** Searches log records, follows them as they arrive, and groups them by pattern. */
export function LogsPage(): ReactNode {
  const { query, startMs, endMs } = useScope();
  const [state, update] = useSearchState(LOGS_FIELDS);
  const { q, level, service, live, view, open } = state;
  const filter = useMemo(() => toLogFilter(query, { q, level, service }), [query, q, level, service]);
  const interval = pickInterval(startMs, endMs);
  const counts = useApi(
    'GET /logs/aggregate',
    { query: { ...filter, group_by: ['level'], interval } },
    { enabled: !live },
  );
  const actions = useLogActions(state, update);
  const [arrived, setArrived] = useState<LogRecord>();
  const List = view === 'patterns' ? LogPatterns : LogList;
  return (
    <Page title="Logs" fills actions={<LogPageActions filter={filter} state={state} />}>
      <ValueActionsContext value={actions}>
        <LogToolbar state={state} update={update} error={counts.error} />
        {!live && <LogHistogram filter={filter} interval={interval} data={counts.data} isLoading={counts.isFetching} />}
        <Beside>
          {live ? (
            <LiveList filter={filter} state={state} update={update} onRecord={setArrived} />
          ) : (
            <List filter={filter} state={state} update={update} />
          )}
          {open !== undefined && (
            <LogPanel
              id={open}
              arrived={arrived?.log_id === open ? arrived : undefined}
              onClose={() => update({ open: undefined }, { replace: true })}
              onOpen={(id) => update({ open: id }, { replace: true })}
            />
          )}
        </Beside>
      </ValueActionsContext>
    </Page>
  );
}
