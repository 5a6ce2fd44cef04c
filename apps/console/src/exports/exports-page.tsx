import { useState, type ReactNode } from 'react';
import { useApiPages } from '../api/hooks.js';
import { CopyMenu } from '../copy/copy-menu.js';
import type { ExportsListResponse } from '../gen/api.js';
import { usePagedRows } from '../rows/use-paged-rows.js';
import { useScope } from '../scope/scope.js';
import { useSession } from '../session/session.js';
import { Button } from '../ui/controls/button.js';
import { Segmented } from '../ui/controls/segmented.js';
import { Empty } from '../ui/feedback/empty.js';
import { ErrorBox } from '../ui/feedback/error-box.js';
import { Page } from '../ui/layout/page.js';
import { Beside } from '../ui/layout/panel.js';
import { useSearchState } from '../url/use-search-state.js';
import { CreateExportDialog } from './create-export-dialog.js';
import { hasEnded } from './describe-job.js';
import classes from './exports-page.module.css';
import { EXPORTS_FIELDS, STATUSES } from './fields.js';
import { JobList } from './job-list.js';
import { JobPanel } from './job-panel.js';

/** Milliseconds between two looks while an export runs. */
const POLL_MS = 2000;

const OPTIONS = (['any', ...STATUSES] as const).map((value) => ({ value, label: value === 'any' ? 'All' : value }));

/** The exports of the project, which are followed while they run. */
export function ExportsPage(): ReactNode {
  const { project } = useScope();
  const { can } = useSession();
  const [{ status, open }, update] = useSearchState(EXPORTS_FIELDS);
  const [isCreating, setCreating] = useState(false);
  const [isRunning, setRunning] = useState(false);
  const input = { query: { limit: 50, ...(status !== 'any' && { status }) } };
  const pages = useApiPages('GET /export/jobs', input, { refetchInterval: isRunning && POLL_MS });
  const { rows, onEnd, foot } = usePagedRows(pages, toRows);
  const isAnyRunning = rows.some((job) => !hasEnded(job));
  if (isAnyRunning !== isRunning) setRunning(isAnyRunning);
  const { data, error } = pages;
  const opened = rows.find(({ id }) => id === open);
  const reason = can('export:write') ? undefined : 'Your role does not have export:write.';
  return (
    <Page
      title="Exports"
      lead="All rows that match a query, written to a file in the background. Files are kept for a day."
      fills
      actions={
        <>
          <Button kind="primary" icon="plus" disabledReason={reason} onClick={() => setCreating(true)}>
            New export
          </Button>
          <CopyMenu route="GET /export/jobs" input={input} project={project} />
        </>
      }
    >
      <div className={classes.toolbar}>
        <Segmented
          label="State"
          value={status}
          options={OPTIONS}
          onChange={(next) => update({ status: next }, { replace: true })}
        />
      </div>
      {error && rows.length === 0 && <ErrorBox error={error} onRetry={() => void pages.refetch()} />}
      {data && rows.length === 0 ? (
        <NoExports status={status} onShowAll={() => update({ status: 'any' })} />
      ) : (
        !error && (
          <Beside>
            <JobList
              rows={rows}
              isLoading={!data}
              onEnd={onEnd}
              foot={foot}
              reason={reason}
              open={opened?.id}
              onOpen={(job) => update({ open: job?.id }, { replace: true })}
            />
            {opened && (
              <JobPanel job={opened} reason={reason} onClose={() => update({ open: undefined }, { replace: true })} />
            )}
          </Beside>
        )
      )}
      {isCreating && <CreateExportDialog onClose={() => setCreating(false)} />}
    </Page>
  );
}

function NoExports({ status, onShowAll }: { readonly status: string; readonly onShowAll: () => void }): ReactNode {
  if (status !== 'any')
    return (
      <Empty title="No exports" text={`No export is ${status}.`}>
        <Button onClick={onShowAll}>Show all exports</Button>
      </Empty>
    );
  return (
    <Empty
      title="No exports"
      text="Logs, spans, points of metrics, errors, events, persons and runs of agents can be written to CSV, JSON or Parquet."
      command={`svc export create --json '{"type":"csv","query":{"signal":"logs","q":"level:error"}}'`}
    />
  );
}

function toRows({ jobs }: ExportsListResponse): ExportsListResponse['jobs'] {
  return jobs;
}
