import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useApi } from '../../api/hooks.js';
import type { IssueDetails, Ticket } from '../../gen/api.js';
import { ScopeLink } from '../../links/scope-link.js';
import { useSession } from '../../session/session.js';
import { Button } from '../../ui/controls/button.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { PanelSection } from '../../ui/layout/panel.js';
import { Table } from '../../ui/layout/table.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import classes from '../detail/issue-details.module.css';
import { TicketName, TicketSync } from './ticket-parts.js';
import { UnlinkDialog } from './unlink-dialog.js';

const TicketDialog = lazy(async () => ({ default: (await import('./ticket-dialog.js')).TicketDialog }));

/** The tickets of an issue at providers, with their synchronization, and the way to a new one. */
export function Tickets({ issue }: { readonly issue: IssueDetails }): ReactNode {
  const { can } = useSession();
  const [dialog, setDialog] = useState<'create' | Ticket>();
  const input = { path: { issue_id: issue.id } };
  const { data, error, refetch } = useApi('GET /issues/{issue_id}/tickets', input);
  const role = can('tickets:write') ? undefined : 'Your role does not have tickets:write.';
  const close = (): void => setDialog(undefined);
  return (
    <PanelSection
      title="Tickets"
      aside={
        <Button kind="quiet" icon="plus" disabledReason={role} onClick={() => setDialog('create')}>
          Create a ticket
        </Button>
      }
    >
      {error && <ErrorBox error={error} onRetry={() => void refetch()} />}
      <Table<Ticket>
        label="Tickets"
        rows={data?.tickets}
        getId={({ id }) => id}
        empty={<span className={classes.note}>No ticket is linked.</span>}
        columns={[
          { label: 'Ticket', render: (ticket) => <TicketName ticket={ticket} /> },
          { label: 'Status', render: ({ external_status: status }) => <OutsideText text={status} limit={40} /> },
          { label: 'Synchronization', render: (ticket) => <TicketSync ticket={ticket} /> },
          {
            label: 'Action',
            isNumber: true,
            render: (ticket) => (
              <>
                <ScopeLink to={`tickets/${encodeURIComponent(ticket.id)}`}>Details</ScopeLink>
                {ticket.sync_state !== 'unlinked' && (
                  <Button kind="quiet" disabledReason={role} onClick={() => setDialog(ticket)}>
                    Unlink
                  </Button>
                )}
              </>
            ),
          },
        ]}
      />
      <Suspense>{dialog === 'create' && <TicketDialog issue={issue} onClose={close} />}</Suspense>
      {typeof dialog === 'object' && <UnlinkDialog ticket={dialog} onClose={close} />}
    </PanelSection>
  );
}
