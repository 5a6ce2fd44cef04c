import type { ReactNode } from 'react';
import type { Ticket } from '../../gen/api.js';
import { useMembers } from '../../session/use-members.js';
import { TimeText } from '../../time/time-text.js';
import { Facts, type Fact } from '../../ui/layout/facts.js';
import { PanelSection } from '../../ui/layout/panel.js';
import { OutsideText } from '../../ui/text/outside-text.js';

/** Where a ticket is, who has linked it, and when it was compared with the provider. */
export function TicketFacts({ ticket }: { readonly ticket: Ticket }): ReactNode {
  const { nameOf } = useMembers();
  const { provider, repo, external_status: status, last_synced_at: synced, created_at: created } = ticket;
  const facts: readonly (Fact | false)[] = [
    { name: 'Provider', value: provider },
    repo !== '' && { name: 'Repository', value: <OutsideText text={repo} limit={200} /> },
    { name: 'Status', value: status === '' ? 'not known yet' : <OutsideText text={status} limit={100} /> },
    { name: 'Compared', value: synced === undefined ? 'never' : <TimeText at={synced} /> },
    created !== undefined && { name: 'Linked', value: <TimeText at={created} /> },
    { name: 'Linked by', value: <OutsideText text={nameOf(ticket.created_by)} /> },
    { name: 'Version', value: String(ticket.version) },
  ];
  return (
    <PanelSection title="Facts">
      <Facts label="Facts about the ticket" facts={facts.filter((fact) => fact !== false)} />
    </PanelSection>
  );
}
