import assert from 'node:assert/strict';
import { createHmac, randomUUID } from 'node:crypto';
import { eventually } from '@svc/test-servers';
import { callerIn } from '../../testing/integrations-server.js';
import { GitHubServer } from '../../testing/providers/github-server.js';
import { startTicketsServer, storeIssue, type TicketsServer } from '../../testing/tickets-server.js';

const WEBHOOK_SECRET = 'a-secret-for-webhooks';

describe('webhooks of a provider', () => {
  let server: TicketsServer;
  let github: GitHubServer;
  beforeAll(async () => {
    github = await new GitHubServer().start();
    server = await startTicketsServer();
  });
  afterAll(async () => {
    await server.stop();
    await github.stop();
  });

  const connect = (as: ReturnType<typeof callerIn>, more: object = {}) =>
    server.connections.create(
      {
        provider: 'github',
        kind: 'token',
        displayName: 'GitHub',
        secret: github.token,
        baseUrl: github.url,
        target: 'acme/shop',
        webhookSecret: WEBHOOK_SECRET,
        resolveIssues: true,
        ...more,
      },
      as,
    );
  const send = (connectionId: string, payload: object, secret = WEBHOOK_SECRET) => {
    const body = Buffer.from(JSON.stringify(payload));
    const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
    return server.webhooks.receive({ connectionId, body, headers: { 'x-hub-signature-256': signature } });
  };

  it('reads the ticket at once, and resolves the issue when it is closed', async () => {
    const project = randomUUID();
    const as = callerIn(project);
    const { id: connectionId, acceptsWebhooks } = await connect(as);
    assert.equal(acceptsWebhooks, true);
    const issueId = await storeIssue(server.database, project);
    const request = { issueId, provider: 'github', issueUrl: 'https://svc.example.com/issues/1' };
    const { id: ticketId } = await server.tickets.create({ ...request, idempotencyKey: randomUUID() }, as);
    const read = () => server.tickets.get({ ticketId }, as);
    await eventually('a synchronized ticket', async () => (await read()).syncState === 'synced');
    const [issue] = github.issues;
    assert.ok(issue);
    issue.state = 'closed';
    // The state in the webhook is ignored.
    await send(connectionId, { action: 'reopened', issue: { number: issue.number, state: 'open' } });
    await eventually('a closed ticket', async () => (await read()).externalStatus === 'closed');
    const { client } = server.database.relational;
    const events = await client.domainEvent.findMany({ where: { subject: issueId, type: 'ticket.closed' } });
    assert.deepEqual(
      events.map(({ data }) => data),
      [{ id: ticketId, issue_id: issueId, provider: 'github' }],
    );
  });

  it('refuses a wrong signature, a missing secret and an unknown connection alike', async () => {
    const as = callerIn();
    const { id } = await connect(as);
    const { id: without } = await connect(as, { displayName: 'Without', webhookSecret: '' });
    const { id: disabled } = await connect(as, { displayName: 'Disabled' });
    await server.connections.update({ connectionId: disabled, enabled: false }, as);
    const refused: [connectionId: string, secret: string][] = [
      [id, 'another-secret-of-others'],
      [without, ''],
      [without, WEBHOOK_SECRET],
      [disabled, WEBHOOK_SECRET],
      [randomUUID(), WEBHOOK_SECRET],
      ['x', WEBHOOK_SECRET],
    ];
    for (const [connectionId, secret] of refused)
      await assert.rejects(send(connectionId, {}, secret), { code: 'unauthenticated' });
    await send(id, { zen: 'Keep it logically awesome.' });
  });

  it('keeps the webhook secret when the token changes, and the token when the secret changes', async () => {
    const as = callerIn();
    const { id: connectionId } = await connect(as);
    await server.connections.update({ connectionId, secret: 'new' }, as);
    await send(connectionId, {});
    await server.connections.update({ connectionId, webhookSecret: 'another-secret-for-webhooks' }, as);
    await send(connectionId, {}, 'another-secret-for-webhooks');
    const { acceptsWebhooks } = await server.connections.update({ connectionId, webhookSecret: '' }, as);
    assert.equal(acceptsWebhooks, false);
    await assert.rejects(send(connectionId, {}), { code: 'unauthenticated' });
  });
});
