import { useMemo, type ReactNode } from 'react';
import { useScope } from '../scope/scope.js';
import { Beside } from '../ui/panel.js';
import { Page } from '../ui/page.js';
import { useSearchState } from '../url/use-search-state.js';
import { useApi } from '../api/hooks.js';
import { LOGS_FIELDS } from './fields.js';
import { LiveList } from './live-list.js';
import { LogHistogram } from './log-histogram.js';
import { LogList } from './log-list.js';
import { LogPanel } from './log-panel.js';
import { LogPatterns } from './log-patterns.js';
import { toLogFilter } from './log-query.js';
import { LogToolbar } from './log-toolbar.js';

/** Searches log records, follows them as they arrive, and groups them by pattern. */
export function LogsPage(): ReactNode {
  const { query } = useScope();
  const [state, update] = useSearchState(LOGS_FIELDS);
  const filter = useMemo(() => toLogFilter(query, state), [query, state]);
  const List = state.live ? LiveList : state.view === 'patterns' ? LogPatterns : LogList;
  return (
    <Page title="Logs" fills>
      <LogToolbar state={state} update={update} error={null} />
      {!state.live && <LogHistogram filter={filter} />}
      <Beside>
        <List filter={filter} state={state} update={update} />
        {state.open !== undefined && (
          <LogPanel
            id={state.open}
            onClose={() => update({ open: undefined }, { replace: true })}
            onOpen={(open) => update({ open }, { replace: true })}
          />
        )}
      </Beside>
    </Page>
  );
}
