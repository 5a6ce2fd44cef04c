import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { eventually } from '@svc/test-servers';
import { callerIn } from '../testing/integrations-server.js';
import { GitHubServer } from '../testing/providers/github-server.js';
import { OAuthServer } from '../testing/providers/oauth-server.js';
import { startTicketsServer, storeIssue, type TicketsServer } from '../testing/tickets-server.js';

describe('tickets over a connection of the kind oauth', () => {
  let server: TicketsServer;
  let github: GitHubServer;
  let provider: OAuthServer;
  beforeAll(async () => {
    github = await new GitHubServer().start();
    provider = await new OAuthServer().start();
    provider.onIssue = (token) => (github.token = token);
    const clients = { github: provider.settings(github.url) };
    server = await startTicketsServer({ oauth: { clients, publicUrl: 'https://svc.example.com' } });
  });
  afterAll(async () => {
    await server.stop();
    await github.stop();
    await provider.stop();
  });

  const connect = async (as: ReturnType<typeof callerIn>, changes: object = {}) => {
    const request = { provider: 'github', displayName: 'GitHub', target: 'acme/shop', ...changes };
    const { authorizeUrl } = await server.connections.oauthStart(request, as);
    const state = new URL(authorizeUrl).searchParams.get('state') ?? '';
    const session = { credentialId: randomUUID(), userId: randomUUID() };
    const { providerUrl } = await server.authorizations.confirm({ state, ...session });
    const answer = provider.agree(providerUrl);
    return (await server.authorizations.complete({ ...answer, ...session })).connectionId;
  };
  const createTicket = async (project: string, as: ReturnType<typeof callerIn>) => {
    const issueId = await storeIssue(server.database, project);
    const request = { issueId, provider: 'github', issueUrl: 'https://svc.example.com/issues/1' };
    const { id: ticketId } = await server.tickets.create({ ...request, idempotencyKey: randomUUID() }, as);
    return () => server.tickets.get({ ticketId }, as);
  };
  const isSynchronized = (read: Awaited<ReturnType<typeof createTicket>>) =>
    eventually('a synchronized ticket', async () => (await read()).syncState === 'synced');

  it('creates a ticket once with a token that is refreshed after the provider refused it', async () => {
    const project = randomUUID();
    const as = callerIn(project);
    await connect(as);
    github.token = 'another one since';
    const before = github.issues.length;
    await isSynchronized(await createTicket(project, as));
    assert.equal(github.issues.length, before + 1);
  });

  it('waits for the user after invalid_grant, and continues after the authorization', async () => {
    const project = randomUUID();
    const as = callerIn(project);
    const connectionId = await connect(as);
    github.token = 'another one since';
    provider.revoke();
    const read = await createTicket(project, as);
    const waiting = await eventually('a waiting ticket', async () => {
      const ticket = await read();
      return ticket.syncState === 'retrying' && ticket;
    });
    assert.deepEqual([waiting.error?.code, waiting.error?.retryable], ['provider_unauthorized', true]);
    assert.equal((await server.connections.get({ connectionId }, as)).state, 'needs_reauth');
    assert.equal(await connect(as, { displayName: undefined, target: undefined, connectionId }), connectionId);
    await isSynchronized(read);
  });

  it('retries while the authorization server fails, with a connection that stays active', async () => {
    const project = randomUUID();
    const as = callerIn(project);
    const connectionId = await connect(as);
    github.token = 'another one since';
    for (let attempt = 0; attempt < 50; attempt++) provider.failures.push({ status: 500, body: {} });
    const read = await createTicket(project, as);
    const failed = await eventually('a failure', async () => (await read()).error);
    assert.deepEqual([failed.code, failed.retryable], ['provider_unavailable', true]);
    assert.equal((await server.connections.get({ connectionId }, as)).state, 'active');
  });
});
