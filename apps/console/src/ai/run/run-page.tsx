import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApiPages } from '../../api/hooks.js';
import { CopyMenu } from '../../copy/copy-menu.js';
import { ScopeLink } from '../../links/scope-link.js';
import { useScope } from '../../scope/scope.js';
import { useSession } from '../../session/session.js';
import { TimeText } from '../../time/time-text.js';
import { Empty } from '../../ui/feedback/empty.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { LeadItems } from '../../ui/layout/lead-items.js';
import { Page } from '../../ui/layout/page.js';
import { SectionHeadingContext } from '../../ui/layout/section-heading.js';
import { useSearchState } from '../../url/use-search-state.js';
import { RUN_FIELDS } from '../fields.js';
import { RunStatus } from '../runs/run-status.js';
import { RunAbout } from './run-about.js';
import classes from './run-page.module.css';
import { StepList } from './step-list.js';
import { StepPanel } from './step-panel.js';

/** One run of an agent: its steps as a tree, what they cost, and what they received and returned. */
export function RunPage(): ReactNode {
  const { can } = useSession();
  const { runId = '' }: { readonly runId?: string } = useParams({ strict: false });
  const { project } = useScope();
  const [{ step }, update] = useSearchState(RUN_FIELDS);
  const input = { path: { run_id: runId } };
  const mayRead = can('agent_runs:read');
  const pages = useApiPages('GET /agent-runs/{run_id}', input, { enabled: mayRead, keepsPrevious: false });
  const details = pages.data?.pages[0];
  const run = details?.run;
  const onClose = (): void => update({ step: undefined }, { replace: true });
  return (
    <Page
      title={run ? run.agent_name || run.root_name || runId : 'Agent run'}
      fills
      lead={
        <LeadItems>
          <ScopeLink to="ai">All runs</ScopeLink>
          {run?.started_at !== undefined && <TimeText at={run.started_at} />}
          {run && <RunStatus run={run} />}
        </LeadItems>
      }
      actions={<CopyMenu route="GET /agent-runs/{run_id}" input={input} project={project} />}
    >
      {!mayRead && <Empty title="Your role cannot see runs of agents" text="They need the scope agent_runs:read." />}
      {pages.error && !details && <ErrorBox error={pages.error} onRetry={() => void pages.refetch()} />}
      {run && details && (
        <div className={classes.run}>
          <StepList pages={pages} run={run} open={step} onOpen={(id) => update({ step: id }, { replace: true })} />
          {step === undefined ? (
            <div className={classes.about} tabIndex={0} role="group" aria-label="About the run">
              <SectionHeadingContext value="h2">
                <RunAbout details={details} run={run} />
              </SectionHeadingContext>
            </div>
          ) : (
            <StepPanel key={step} runId={run.run_id} spanId={step} onClose={onClose} />
          )}
        </div>
      )}
    </Page>
  );
}
