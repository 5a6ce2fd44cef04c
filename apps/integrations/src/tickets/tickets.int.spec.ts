import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { callerIn } from '../testing/integrations-server.js';
import { startTicketsServer, storeIssue, type TicketsServer } from '../testing/tickets-server.js';

const URL_OF_ISSUE = 'https://svc.example.com/issues/1';

describe('tickets', () => {
  let server: TicketsServer;
  let project = '';
  let issueId = '';
  beforeAll(async () => {
    server = await startTicketsServer({ publicUrl: 'https://svc.example.com' });
    project = randomUUID();
    issueId = await storeIssue(server.database, project);
  });
  afterAll(() => server.stop());

  const request = (more: object = {}) => ({
    issueId,
    provider: 'github',
    repo: 'acme/shop',
    issueUrl: URL_OF_ISSUE,
    idempotencyKey: randomUUID(),
    ...more,
  });

  it('links a ticket at once, and reports that the provider was not reached', async () => {
    const as = callerIn(project);
    const ticket = await server.tickets.create(request(), as);
    assert.deepEqual(
      [ticket.syncState, ticket.title, ticket.repo, ticket.externalId, ticket.replayed],
      ['pending', issueId, 'acme/shop', '', false],
    );
    const read = await server.tickets.get({ ticketId: ticket.id }, as);
    assert.equal(read.issueUrl, URL_OF_ISSUE);
    const { tickets } = await server.issueTickets.tickets({ issueId }, as);
    assert.ok(tickets.some(({ id }) => id === ticket.id));
  });

  it('creates a ticket once for an idempotency key, and refuses another request with the key', async () => {
    const as = callerIn(project);
    const first = request({ title: 'Checkout fails' });
    const answers = await Promise.all([1, 2, 3].map(() => server.tickets.create(first, as)));
    assert.equal(new Set(answers.map(({ id }) => id)).size, 1);
    assert.equal(answers.filter(({ replayed }) => replayed === false).length, 1);
    for (const change of [{ title: 'Other' }, { provider: 'jira', repo: '' }, { repo: 'acme/web' }])
      await assert.rejects(server.tickets.create({ ...first, ...change }, as), { code: 'idempotency_conflict' });
    await assert.rejects(server.tickets.create(request({ idempotencyKey: '' }), as), {
      code: 'idempotency_key_invalid',
    });
    await assert.rejects(server.tickets.create(request({ idempotencyKey: undefined }), as), {
      code: 'idempotency_key_required',
    });
  });

  it('informs the query service that the issue has a ticket', async () => {
    const own = await storeIssue(server.database, project);
    const { id } = await server.tickets.create(request({ issueId: own }), callerIn(project));
    const [event] = await server.database.relational.client.domainEvent.findMany({ where: { subject: own } });
    assert.deepEqual([event?.type, event?.data], ['ticket.linked', { id, issue_id: own, provider: 'github' }]);
  });

  it('reports invalid addresses and repositories by field', async () => {
    const refused: [object, string][] = [
      [{ issueUrl: '/issues/1' }, 'issue_url'],
      [{ issueUrl: 'javascript:alert(1)' }, 'issue_url'],
      [{ issueUrl: 'https:svc.example.com/x' }, 'issue_url'],
      [{ issueUrl: 'https://user@svc.example.com/x' }, 'issue_url'],
      [{ issueUrl: 'https://elsewhere.example.com/x' }, 'issue_url'],
      [{ repo: 'acme/..' }, 'repo'],
      [{ repo: '' }, 'repo'],
      [{ provider: 'jira' }, 'repo'],
      [{ connectionId: randomUUID() }, 'connection_id'],
    ];
    for (const [more, path] of refused)
      await assert.rejects(server.tickets.create(request(more), callerIn(project)), (error: Error) => {
        const { code, details } = error as Error & { code: string; details: { path: string }[] };
        assert.deepEqual([code, details.map((detail) => detail.path)], ['invalid_request', [path]]);
        return true;
      });
  });

  it('accepts only repositories that the target of a connection names, in any case, and every one with *', async () => {
    const own = randomUUID();
    const as = callerIn(own);
    const issue = await storeIssue(server.database, own);
    const connect = (displayName: string, target?: string) =>
      server.connections.create(
        { provider: 'github', kind: 'token', displayName, secret: 'token', ...(target !== undefined && { target }) },
        as,
      );
    const create = (connectionId: string, repo: string) =>
      server.tickets.create(request({ issueId: issue, connectionId, repo }), as);
    const { id: bound } = await connect('Bound', 'acme/shop,acme/web');
    for (const repo of ['acme/shop', 'Acme/Web']) assert.equal((await create(bound, repo)).repo, repo);
    for (const repo of ['other/private', 'acme/shopping', 'acme/we'])
      await assert.rejects(create(bound, repo), { code: 'invalid_request' }, repo);
    const { id: open } = await connect('Without');
    await assert.rejects(create(open, 'acme/shop'), { code: 'invalid_request' });
    const manager = { context: { ...as.context, scopes: ['connections:write'] } };
    const chosen = request({ issueId: issue, connectionId: open, repo: 'acme/shop' });
    assert.equal((await server.tickets.create(chosen, manager)).repo, 'acme/shop');
    assert.equal((await create((await connect('Any', '*')).id, 'other/private')).repo, 'other/private');
  });

  it('answers the same 404 for unknown, foreign and merged issues, and for other projects', async () => {
    const as = callerIn(project);
    const [foreign, merged] = [
      await storeIssue(server.database, randomUUID()),
      await storeIssue(server.database, project, randomUUID()),
    ];
    for (const id of [randomUUID(), 'x', foreign, merged])
      await assert.rejects(server.tickets.create(request({ issueId: id }), as), { code: 'not_found' });
    const { id: ticketId } = await server.tickets.create(request(), as);
    for (const id of [ticketId, 'x', '\u0000']) {
      await assert.rejects(server.tickets.get({ ticketId: id }, callerIn()), { code: 'not_found' });
      await assert.rejects(server.tickets.unlink({ ticketId: id }, callerIn()), { code: 'not_found' });
    }
  });

  it('keeps unlinked tickets readable', async () => {
    const as = callerIn(project);
    const { id: ticketId } = await server.tickets.create(request(), as);
    await server.tickets.unlink({ ticketId }, as);
    await server.tickets.unlink({ ticketId }, as);
    const { syncState, nextRetryAt } = await server.tickets.get({ ticketId }, as);
    assert.deepEqual([syncState, nextRetryAt], ['unlinked', undefined]);
  });
});
