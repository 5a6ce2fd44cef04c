import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApiChange } from '../../api/hooks.js';
import { CopyMenu } from '../../copy/copy-menu.js';
import { ScopeLink } from '../../links/scope-link.js';
import { useScope } from '../../scope/scope.js';
import { useSession } from '../../session/session.js';
import { TimeText } from '../../time/time-text.js';
import { Button } from '../../ui/controls/button.js';
import { Empty } from '../../ui/feedback/empty.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { LeadItems } from '../../ui/layout/lead-items.js';
import { Page } from '../../ui/layout/page.js';
import { isOpen } from './apply-event.js';
import { InvestigationStatus } from './investigation-status.js';
import { InvestigationView } from './investigation-view.js';
import { useInvestigation } from './use-investigation.js';

const ROUTE = 'GET /investigations/{investigation_id}';

/** One investigation: what it has found so far, with the evidence of everything that it says. */
export function InvestigationPage(): ReactNode {
  const { can } = useSession();
  const { investigationId: id = '' }: { readonly investigationId?: string } = useParams({ strict: false });
  const { project } = useScope();
  const mayRead = can('investigations:read');
  const path = { investigation_id: id };
  const { investigation, error, retry } = useInvestigation(id, mayRead);
  const cancel = useApiChange('POST /investigations/{investigation_id}/cancel', [ROUTE, 'GET /investigations']);
  const mayWrite = can('investigations:write');
  return (
    <Page
      title={investigation?.title ?? 'Investigation'}
      lead={
        <LeadItems>
          <ScopeLink to="ai" search={{ tab: 'investigations' }}>
            All investigations
          </ScopeLink>
          {investigation?.created_at !== undefined && <TimeText at={investigation.created_at} />}
          {investigation && (
            <span role="status">
              <InvestigationStatus
                investigation={{ status: investigation.status, level: investigation.conclusion?.level }}
              />
            </span>
          )}
        </LeadItems>
      }
      actions={
        <>
          {investigation && isOpen(investigation) && (
            <Button
              disabledReason={
                mayWrite
                  ? cancel.isPending
                    ? 'It is being cancelled.'
                    : undefined
                  : 'Your role does not have investigations:write.'
              }
              onClick={() => cancel.mutate({ path, body: {} })}
            >
              Cancel it
            </Button>
          )}
          <CopyMenu route={ROUTE} input={{ path }} project={project} />
        </>
      }
    >
      {!mayRead && (
        <Empty title="Your role cannot see investigations" text="They need the scope investigations:read." />
      )}
      {error && <ErrorBox error={error} onRetry={retry} />}
      {cancel.error && <ErrorBox error={cancel.error} />}
      {investigation && <InvestigationView investigation={investigation} />}
    </Page>
  );
}
