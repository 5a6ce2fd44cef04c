import { lazy, Suspense, type ReactNode } from 'react';
import { CopyMenu } from '../copy/copy-menu.js';
import { ScopeLink } from '../links/scope-link.js';
import { useScope } from '../scope/scope.js';
import { Page } from '../ui/layout/page.js';
import { Beside, Panel } from '../ui/layout/panel.js';
import { useSearchState } from '../url/use-search-state.js';
import { ISSUES_FIELDS } from './fields.js';
import { IssueList } from './issue-list.js';
import { toIssuesInput } from './issue-query.js';
import { IssueToolbar } from './issue-toolbar.js';
import { TriageFeedback } from './triage/triage-feedback.js';
import { useTriage } from './triage/use-triage.js';

/** Loaded with the first issue that is opened, because the list does without charts and stacks. */
const IssuePanel = lazy(async () => ({ default: (await import('./detail/issue-panel.js')).IssuePanel }));

/** Errors grouped by their cause, and what is being done about them. */
export function IssuesPage(): ReactNode {
  const { project, query } = useScope();
  const [state, update] = useSearchState(ISSUES_FIELDS);
  const triage = useTriage();
  const { open } = state;
  const onClose = (): void => update({ open: undefined }, { replace: true });
  return (
    <Page
      title="Issues"
      fills
      actions={
        <>
          <ScopeLink to="releases">Releases</ScopeLink>
          <CopyMenu route="GET /issues" input={toIssuesInput(query, state)} project={project} />
        </>
      }
    >
      <IssueToolbar state={state} update={update} />
      <Beside>
        <IssueList state={state} update={update} triage={triage} />
        {open !== undefined && (
          <Suspense fallback={<Panel title="Issue" onClose={onClose} children={null} />}>
            <IssuePanel key={open} id={open} triage={triage} onClose={onClose} />
          </Suspense>
        )}
      </Beside>
      <TriageFeedback triage={triage} />
    </Page>
  );
}
