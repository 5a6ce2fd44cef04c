import type { ReactNode } from 'react';
import { useApiPages } from '../../api/hooks.js';
import type { AgentRun, AgentRunsListResponse } from '../../gen/api.js';
import { toTarget } from '../../links/targets.js';
import { useGo } from '../../links/use-go.js';
import { Rows } from '../../rows/rows.js';
import { usePagedRows } from '../../rows/use-paged-rows.js';
import { useScope } from '../../scope/scope.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import type { TabProps } from '../tab-props.js';
import { NoRuns } from './no-runs.js';
import { COLUMNS, RunCells } from './run-cells.js';
import { RunToolbar } from './run-toolbar.js';
import { toRunsInput } from './runs-query.js';

/** The runs of agents that match, newest first. */
export function RunsTab({ state, update }: TabProps): ReactNode {
  const { query } = useScope();
  const go = useGo();
  const pages = useApiPages('GET /agent-runs', toRunsInput(query, state));
  const { error, refetch } = pages;
  const { rows, isEmpty, onEnd, foot } = usePagedRows(pages, toRows);
  return (
    <>
      <RunToolbar state={state} update={update} />
      {error && rows.length === 0 && <ErrorBox error={error} onRetry={() => void refetch()} />}
      {isEmpty && <NoRuns state={state} update={update} />}
      {!(error && rows.length === 0) && !isEmpty && (
        <Rows
          label="Agent runs"
          rows={rows}
          columns={COLUMNS}
          getId={getId}
          renderCells={(run) => <RunCells run={run} />}
          onOpen={(run) => {
            const target = run && toTarget('agent_run', run.run_id);
            if (target) go(target);
          }}
          onEnd={onEnd}
          foot={foot}
        />
      )}
    </>
  );
}

function getId({ run_id }: AgentRun): string {
  return run_id;
}

function toRows({ runs }: AgentRunsListResponse): AgentRunsListResponse['runs'] {
  return runs;
}
