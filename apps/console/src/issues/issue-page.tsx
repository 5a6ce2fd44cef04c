import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApi } from '../api/hooks.js';
import { CopyMenu } from '../copy/copy-menu.js';
import { InvestigateLink } from '../investigate/investigate-link.js';
import { ScopeLink } from '../links/scope-link.js';
import { useScope } from '../scope/scope.js';
import { ErrorBox } from '../ui/feedback/error-box.js';
import { Page } from '../ui/layout/page.js';
import { Sheet } from '../ui/layout/sheet.js';
import { IssueDetailsView } from './detail/issue-details.js';
import { TriageFeedback } from './triage/triage-feedback.js';
import { useIssueKeys } from './triage/use-issue-keys.js';
import { useTriage } from './triage/use-triage.js';

/** One issue on a page of its own. */
export function IssuePage(): ReactNode {
  const { issueId = '' }: { readonly issueId?: string } = useParams({ strict: false });
  const { project } = useScope();
  const triage = useTriage();
  const input = { path: { issue_id: issueId } };
  const { data, error, refetch } = useApi('GET /issues/{issue_id}', input, { keepsPrevious: false });
  useIssueKeys(data, triage);
  return (
    <Page
      title={data?.title ?? 'Issue'}
      lead={<ScopeLink to="issues">All issues</ScopeLink>}
      actions={
        <>
          <InvestigateLink type="issue" id={issueId} />
          <CopyMenu route="GET /issues/{issue_id}" input={input} project={project} />
        </>
      }
    >
      {error && <ErrorBox error={error} onRetry={() => void refetch()} />}
      {data && (
        <Sheet>
          <IssueDetailsView key={data.id} issue={data} triage={triage} />
        </Sheet>
      )}
      <TriageFeedback triage={triage} />
    </Page>
  );
}
