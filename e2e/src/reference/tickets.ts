import type { Json } from '../api.js';
import { noteSecret } from '../secrets.js';
import type { Recorder } from './recorder.js';

/** Connects the project to a provider, and links an issue to a ticket that waits for another one. */
export async function recordTickets(recorder: Recorder, issueId: string): Promise<void> {
  await recordConnections(recorder);
  const body = {
    issue_id: issueId,
    provider: 'jira',
    issue_url: `https://svc.example.com/issues/${issueId}`,
    title: 'Checkout fails without a total',
    idempotency_key: `issue-${issueId}`,
  };
  const path = { ticket_id: getId(await recorder.call('tickets.create', { body })) };
  const until = (ticket: Json) => ticket['sync_state'] === 'retrying';
  await recorder.call('tickets.get', { path, until });
  await recorder.call('issues.tickets', { path: { issue_id: issueId } });
  await recorder.call('tickets.unlink', { path });
}

async function recordConnections(recorder: Recorder): Promise<void> {
  const secret = noteSecret('github_pat_of_the_reference');
  const body = { provider: 'github', kind: 'token', display_name: 'GitHub', secret, target: 'acme/shop' };
  const path = { connection_id: getId(await recorder.call('connections.create', { body })) };
  await recorder.call('connections.list');
  await recorder.call('connections.get', { path });
  await recorder.call('connections.update', { path, body: { close_tickets: true } });
  await recorder.call('connections.delete', { path });
}

const getId = (answer: Json): string => answer['id'];
