import { useParams } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useApi } from '../../api/hooks.js';
import { CopyMenu } from '../../copy/copy-menu.js';
import type { Ticket } from '../../gen/api.js';
import { ScopeLink } from '../../links/scope-link.js';
import { TargetLink } from '../../links/target-link.js';
import { useScope } from '../../scope/scope.js';
import { missingScope } from '../../session/missing-scope.js';
import { useSession } from '../../session/session.js';
import { Button } from '../../ui/controls/button.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { Page } from '../../ui/layout/page.js';
import { PanelSection } from '../../ui/layout/panel.js';
import { Sheet } from '../../ui/layout/sheet.js';
import classes from '../detail/issue-details.module.css';
import { explainSync, needsConnection } from './describe-ticket.js';
import { TicketFacts } from './ticket-facts.js';
import { TicketName, TicketSync } from './ticket-parts.js';
import { UnlinkDialog } from './unlink-dialog.js';

const POLL_MS = 10_000;

/** One ticket: its state at the provider, and the state of its synchronization with the reason. */
export function TicketPage(): ReactNode {
  const { ticketId = '' }: { readonly ticketId?: string } = useParams({ strict: false });
  const { project } = useScope();
  const input = { path: { ticket_id: ticketId } };
  const options = { keepsPrevious: false, refetchInterval: POLL_MS };
  const { data, error, refetch } = useApi('GET /tickets/{ticket_id}', input, options);
  return (
    <Page
      title={data ? data.title || 'Ticket' : 'Ticket'}
      lead={
        data ? (
          <TargetLink type="issue" id={data.issue_id}>
            The issue
          </TargetLink>
        ) : (
          <ScopeLink to="issues">All issues</ScopeLink>
        )
      }
      actions={<CopyMenu route="GET /tickets/{ticket_id}" input={input} project={project} />}
    >
      {error && <ErrorBox error={error} onRetry={() => void refetch()} />}
      {!data && !error && <div aria-busy="true" />}
      {data && (
        <Sheet>
          <TicketView key={data.id} ticket={data} />
        </Sheet>
      )}
    </Page>
  );
}

function TicketView({ ticket }: { readonly ticket: Ticket }): ReactNode {
  const { can } = useSession();
  const [isAsked, setIsAsked] = useState(false);
  const unlinked = ticket.sync_state === 'unlinked' ? 'It is not linked any more.' : undefined;
  const reason = can('tickets:write') ? unlinked : missingScope('tickets:write');
  return (
    <div className={classes.details}>
      <div className={classes.state}>
        <TicketName ticket={ticket} />
        <TicketSync ticket={ticket} />
        <Button kind="quiet" disabledReason={reason} onClick={() => setIsAsked(true)}>
          Unlink
        </Button>
      </div>
      <PanelSection title="Synchronization">
        <p>{explainSync(ticket)}</p>
        {needsConnection(ticket) && <ScopeLink to="settings/connections">Show the connections</ScopeLink>}
      </PanelSection>
      <TicketFacts ticket={ticket} />
      {isAsked && <UnlinkDialog ticket={ticket} onClose={() => setIsAsked(false)} />}
    </div>
  );
}
