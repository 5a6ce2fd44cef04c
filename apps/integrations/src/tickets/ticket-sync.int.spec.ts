import assert from 'node:assert/strict';
import { eventually } from '@svc/test-servers';
import { DONE, JiraServer } from '../testing/providers/jira-server.js';
import { PROVIDER_CASES, TicketScene } from '../testing/ticket-scene.js';

describe.each(PROVIDER_CASES)('tickets at $name', (providerCase) => {
  const { start, isCreation } = providerCase;
  let scene: TicketScene;
  let second: TicketScene;
  let provider: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => {
    scene = await TicketScene.open();
    second = await TicketScene.open(scene);
  });
  afterAll(async () => {
    await second.server.stop();
    await scene.server.stop();
  });
  beforeEach(async () => {
    provider = await start();
    provider.isFailing = isCreation;
  });
  afterEach(() => provider.stop());
  const begin = (more?: object) => scene.begin(providerCase, provider, more);

  it('creates a ticket with a link to the issue, and stores the address at the provider', async () => {
    const { as, link } = await begin();
    const { id } = await link();
    const ticket = await scene.until(id, as, 'synced');
    assert.ok(ticket.externalId !== '' && ticket.externalUrl !== '' && ticket.lastSyncedAt);
    assert.equal(provider.issues.length, 1);
    assert.match(JSON.stringify(provider.issues), /Checkout fails.*svc\.example\.com\/issues\/1/s);
  });

  it('creates a ticket once if the answer to its creation was lost', async () => {
    const { as, link } = await begin();
    provider.failures.push('lose_answer');
    const { id } = await link();
    const { error } = await scene.until(id, as, 'retrying');
    assert.deepEqual([error?.code, error?.retryable], ['provider_unavailable', true]);
    scene.passTime(60_000);
    await scene.until(id, as, 'synced');
    assert.equal(provider.issues.length, 1);
  });

  it('creates a ticket once if the worker ended after its creation', async () => {
    const { as, link } = await begin();
    provider.failures.push('lose_answer');
    const { id } = await link();
    await scene.until(id, as, 'retrying');
    // State after a worker was killed: an attempt that started, without a result.
    const { client } = scene.server.database.relational;
    const data = { syncState: 'pending', errorCode: null, nextRetryAt: null, failures: 0 };
    await client.ticket.update({ where: { id }, data });
    await client.job.updateMany({ where: { key: id }, data: { runAt: new Date(0) } });
    scene.passTime(60_000);
    await scene.until(id, as, 'synced');
    assert.equal(provider.issues.length, 1);
  });

  it('waits for a new secret when the provider refuses the old one', async () => {
    const { as, connection, link } = await begin({ secret: 'expired' });
    const { id } = await link();
    const { error } = await scene.until(id, as, 'retrying');
    assert.deepEqual([error?.code, error?.retryable], ['provider_unauthorized', true]);
    const path = { connectionId: connection.id };
    assert.equal((await scene.server.connections.get(path, as)).state, 'needs_reauth');
    const requests = provider.requests.length;
    const other = await link();
    await scene.until(other.id, as, 'retrying');
    assert.equal(provider.requests.length, requests, 'a connection that was refused is not used');
    await scene.server.connections.update({ ...path, secret: provider.token }, as);
    await scene.until(id, as, 'synced');
    await scene.until(other.id, as, 'synced');
  });

  it('waits as long as the provider requests, also with later tickets', async () => {
    const { as, link } = await begin();
    provider.failures.push({ status: 429, headers: { 'retry-after': '600' } });
    const { id } = await link();
    const { error, nextRetryAt } = await scene.until(id, as, 'retrying');
    assert.equal(error?.code, 'provider_rate_limited');
    const seconds = Number(nextRetryAt?.seconds) - scene.nowMs / 1000;
    assert.ok(seconds > 500 && seconds <= 601, String(seconds));
    const later = await link();
    await scene.until(later.id, as, 'retrying');
    assert.equal(provider.requests.filter(isCreation).length, 1);
    scene.passTime(700_000);
    await scene.until(id, as, 'synced');
    scene.passTime(700_000);
    await scene.until(later.id, as, 'synced');
  });

  it('fails permanently when the provider rejects a ticket, without repeating its response', async () => {
    const { as, link } = await begin();
    provider.failures.push({ status: 422, body: { message: `the token ${provider.token} is bad` } });
    const { id } = await link();
    const ticket = await scene.until(id, as, 'failed');
    assert.deepEqual([ticket.error?.code, ticket.error?.retryable], ['provider_rejected', false]);
    assert.equal(ticket.nextRetryAt, undefined);
    const row = await scene.server.database.relational.client.ticket.findUniqueOrThrow({ where: { id } });
    assert.ok(!JSON.stringify(row, (_, value: unknown) => String(value)).includes(provider.token));
  });

  it('keeps the ticket at the provider when it is unlinked', async () => {
    const { as, link } = await begin();
    const { id } = await link();
    await scene.until(id, as, 'synced');
    const requests = provider.requests.length;
    await scene.server.tickets.unlink({ ticketId: id }, as);
    assert.equal((await scene.server.tickets.get({ ticketId: id }, as)).syncState, 'unlinked');
    assert.equal(provider.requests.length, requests);
  });

  it('closes tickets when their issue is resolved, if the connection is set to, and reads them again', async () => {
    const { project, as, link } = await begin({ closeTickets: true, resolveIssues: true });
    const { id, issueId } = await link();
    await scene.until(id, as, 'synced');
    const { client } = scene.server.database.relational;
    const event = { projectId: project, subject: issueId, occurredAt: new Date(), data: {} };
    await client.domainEvent.create({ data: { ...event, type: 'issue.resolved' } });
    await eventually(
      'a closed ticket',
      async () => (await client.ticket.findUniqueOrThrow({ where: { id } })).isClosed,
    );
    const ticket = await scene.until(id, as, 'synced');
    assert.notEqual(ticket.externalStatus, '');
    scene.passTime(120_000);
    const { lastSyncedAt } = ticket;
    await eventually('another read', async () => {
      const { lastSyncedAt: latest } = await scene.server.tickets.get({ ticketId: id }, as);
      return latest?.seconds !== lastSyncedAt?.seconds;
    });
    assert.equal(await client.domainEvent.count({ where: { subject: issueId, type: 'ticket.closed' } }), 0);
  });
});

describe('a ticket of Jira that was moved to another project', () => {
  const jira = PROVIDER_CASES.find(({ name }) => name === 'jira') ?? assert.fail('no such provider');

  it('reads other tickets while the search for the moved one fails', async () => {
    const [scene, provider] = [await TicketScene.open(), await new JiraServer().start()];
    try {
      const { as, link } = await scene.begin(jira, provider);
      const tickets = [await link(), await link()];
      for (const { id } of tickets) await scene.until(id, as, 'synced');
      const [moved, other] = provider.issues;
      assert.ok(moved && other);
      moved.key = 'SHOP-7';
      other.fields.status = DONE;
      provider.isFailing = ({ path }) => path.endsWith('/search/jql');
      provider.failures.push({ status: 503 });
      scene.passTime(120_000);
      const read = () => Promise.all(tickets.map(({ id: ticketId }) => scene.server.tickets.get({ ticketId }, as)));
      await eventually('the state of the other ticket', async () =>
        (await read()).some(({ externalStatus }) => externalStatus === DONE.name),
      );
      await eventually('a search that failed', () => provider.failures.length === 0);
      assert.ok((await read()).every(({ syncState }) => syncState === 'synced'));
      scene.passTime(120_000);
      await eventually('the new key', async () => (await read()).some(({ externalId }) => externalId === 'SHOP-7'));
    } finally {
      await scene.server.stop();
      await provider.stop();
    }
  });

  it('follows a ticket to its new project, and closes it there', async () => {
    const [scene, provider] = [await TicketScene.open(), await new JiraServer().start()];
    try {
      const { project, as, link } = await scene.begin(jira, provider, { closeTickets: true });
      const { id, issueId } = await link();
      await scene.until(id, as, 'synced');
      const [issue] = provider.issues;
      assert.ok(issue);
      issue.key = 'SHOP-7';
      scene.passTime(120_000);
      const moved = await eventually('the new key', async () => {
        const ticket = await scene.server.tickets.get({ ticketId: id }, as);
        return ticket.externalId === 'SHOP-7' && ticket;
      });
      assert.deepEqual([moved.syncState, moved.externalUrl], ['synced', `${provider.url}/browse/SHOP-7`]);
      const event = { projectId: project, subject: issueId, occurredAt: new Date(), data: {} };
      await scene.server.database.relational.client.domainEvent.create({ data: { ...event, type: 'issue.resolved' } });
      await eventually('a closed issue', () => issue.fields.status === DONE);
    } finally {
      await scene.server.stop();
      await provider.stop();
    }
  });
});
