import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { callerIn } from '../../testing/integrations-server.js';
import { OAuthServer } from '../../testing/providers/oauth-server.js';
import { startTicketsServer, type TicketsServer } from '../../testing/tickets-server.js';

const PUBLIC_URL = 'https://svc.example.com';
const TEAM = '7e0f5cde-5d6f-4d38-a8a5-1f0c6a8f4a10';
const MINUTE_MS = 60_000;

describe('the authorization of connections', () => {
  let server: TicketsServer;
  let provider: OAuthServer;
  let lateMs = 0;
  beforeAll(async () => {
    provider = await new OAuthServer().start();
    const clients = { github: provider.settings(), jira: provider.settings(), linear: provider.settings() };
    server = await startTicketsServer({ clock: () => Date.now() + lateMs, oauth: { clients, publicUrl: PUBLIC_URL } });
  });
  afterAll(async () => {
    await server.stop();
    await provider.stop();
  });
  beforeEach(() => {
    lateMs = 0;
    provider.sites = [];
  });

  /** A key, or a user in a browser session. */
  const caller = (principalType: 'api_key' | 'user' = 'api_key', project = randomUUID()) => {
    const { context } = callerIn(project);
    const credential = { credentialId: randomUUID(), userId: principalType === 'user' ? randomUUID() : '' };
    return { context: { ...context, principalType, ...credential } };
  };
  const begin = async (as = caller(), changes: object = {}) => {
    const request = { provider: 'github', displayName: 'GitHub', ...changes };
    const { authorizeUrl, stateExpiresAt } = await server.connections.oauthStart(request, as);
    return { ...provider.agree(authorizeUrl), authorizeUrl, stateExpiresAt };
  };
  const complete = (answer: { state: string; code?: string; error?: string }, as: object = {}) =>
    server.authorizations.complete({ ...answer, ...as });
  const resultOf = async (...args: Parameters<typeof complete>) => (await complete(...args)).result;
  const row = (id: string) => server.database.relational.client.connection.findUniqueOrThrow({ where: { id } });
  const expire = (id: string) =>
    server.database.relational.client.connection.update({ where: { id }, data: { state: 'needs_reauth' } });

  it('creates a connection of the kind oauth, with PKCE and without showing a secret', async () => {
    const as = caller();
    const { state, code, authorizeUrl, stateExpiresAt } = await begin(as, { target: 'acme/shop', closeTickets: true });
    const { searchParams } = new URL(authorizeUrl);
    assert.equal(searchParams.get('redirect_uri'), `${PUBLIC_URL}/api/v1/connections/oauth/callback`);
    assert.ok(!authorizeUrl.includes(provider.client.secret));
    const minutes = (Number(stateExpiresAt?.seconds) * 1_000 - Date.now()) / MINUTE_MS;
    assert.ok(minutes > 1 && minutes <= 10, String(minutes));
    const { result, connectionId } = await complete({ state, code });
    assert.equal(result, 'connected');
    const connection = await server.connections.get({ connectionId }, as);
    assert.deepEqual(
      [connection.kind, connection.state, connection.displayName, connection.target, connection.closeTickets],
      ['oauth', 'active', 'GitHub', 'acme/shop', true],
    );
    assert.equal(connection.createdBy, as.context.principalId);
    const stored = JSON.stringify(await row(connectionId), (_, value: unknown) => String(value));
    assert.ok(!stored.includes(provider.accessToken));
  });

  it('stores neither the state nor the verifier readably', async () => {
    const { state } = await begin();
    const rows = await server.database.relational.client.connectionAuthorization.findMany();
    assert.ok(rows.length > 0);
    assert.ok(!JSON.stringify(rows, (_, value: unknown) => (typeof value === 'bigint' ? 0 : value)).includes(state));
  });

  it('works once, also when two browsers bring the state at once', async () => {
    const { state, code } = await begin();
    const results = await Promise.all([resultOf({ state, code }), resultOf({ state, code })]);
    assert.deepEqual(results.sort(), ['connected', 'invalid_state']);
    assert.equal(await resultOf({ state, code }), 'invalid_state');
    assert.equal(await resultOf({ state: '', code }), 'invalid_state');
  });

  it('ends after ten minutes', async () => {
    const { state, code } = await begin();
    lateMs = 10 * MINUTE_MS;
    assert.equal(await resultOf({ state, code }), 'expired_state');
    assert.equal(await resultOf({ state, code }), 'invalid_state');
  });

  it('ends in the browser session in which it began, and is not used up by another', async () => {
    const as = caller('user');
    const { state, code } = await begin(as);
    const { credentialId, userId } = as.context;
    for (const other of [{}, { credentialId: randomUUID(), userId }, { credentialId: randomUUID() }])
      assert.equal(await resultOf({ state, code }, other), 'invalid_state');
    assert.equal(await resultOf({ state, code }, { credentialId, userId }), 'connected');
  });

  it('completes an authorization that a key began without a credential or with the key, but for no other caller', async () => {
    const as = caller();
    const { state, code } = await begin(as);
    assert.equal(
      await resultOf({ state, code }, { credentialId: randomUUID(), userId: randomUUID() }),
      'invalid_state',
    );
    assert.equal(await resultOf({ state, code }, { credentialId: as.context.credentialId }), 'connected');
  });

  it('reports what the provider says as a code of its own', async () => {
    const error = async (text: string) => resultOf({ state: (await begin()).state, error: text });
    assert.equal(await error('access_denied'), 'denied');
    assert.equal(await error('<script>'), 'provider_rejected');
    assert.equal(await resultOf({ state: (await begin()).state, code: 'of someone else' }), 'provider_rejected');
    provider.failures.push({ status: 503, body: {} });
    assert.equal(await resultOf(await begin()), 'provider_unavailable');
    provider.failures.push({ status: 200, body: { error: 'bad_verification_code' } });
    assert.equal(await resultOf(await begin()), 'provider_rejected');
  });

  it('refreshes the connection that needs it, without another one and with its settings', async () => {
    const as = caller();
    const first = await complete(await begin(as, { target: 'acme/shop', webhookSecret: 'a-secret-for-webhooks' }));
    const again = { displayName: undefined, connectionId: first.connectionId };
    await assert.rejects(begin(as, again), { code: 'state_conflict' });
    await expire(first.connectionId);
    await assert.rejects(begin(as, { ...again, expectedVersion: 9n }), { code: 'version_conflict' });
    const { result, connectionId } = await complete(await begin(as, { ...again, expectedVersion: 1n }));
    assert.deepEqual([result, connectionId], ['connected', first.connectionId]);
    const { connections } = await server.connections.list({}, as);
    assert.deepEqual(
      connections.map(({ state, version, target, acceptsWebhooks }) => [state, version, target, acceptsWebhooks]),
      [['active', 2n, 'acme/shop', true]],
    );
  });

  it('leaves a connection unchanged that was changed or deleted in the meantime', async () => {
    const as = caller();
    const { connectionId } = await complete(await begin(as));
    await expire(connectionId);
    const again = { displayName: undefined, connectionId };
    const [changed, deleted] = [await begin(as, again), await begin(as, again)];
    await server.connections.update({ connectionId, displayName: 'Renamed' }, as);
    const { sealed } = await row(connectionId);
    assert.equal(await resultOf(changed), 'conflict');
    assert.equal((await row(connectionId)).sealed, sealed);
    await server.connections.delete({ connectionId }, as);
    assert.equal(await resultOf(deleted), 'conflict');
  });

  it('finds the site of Jira, and creates nothing if it cannot be determined', async () => {
    const site = (id: string, url: string) => ({ id, url, name: id, scopes: ['read:jira-work', 'write:jira-work'] });
    const jira = { provider: 'jira', displayName: 'Jira', target: 'OPS' };
    provider.sites = [site('cloud-1', 'https://acme.atlassian.net')];
    const as = caller();
    const { connectionId } = await complete(await begin(as, jira));
    const connection = await server.connections.get({ connectionId }, as);
    assert.deepEqual(
      [connection.baseUrl, connection.siteUrl, connection.issueType],
      [`${provider.url}/ex/jira/cloud-1`, 'https://acme.atlassian.net', 'Task'],
    );
    provider.sites = [...provider.sites, site('cloud-2', 'https://other.atlassian.net')];
    assert.equal(await resultOf(await begin(caller(), jira)), 'site_required');
    const chosen = await begin(caller(), { ...jira, siteUrl: 'https://other.atlassian.net/' });
    assert.equal((await row((await complete(chosen)).connectionId)).baseUrl, `${provider.url}/ex/jira/cloud-2`);
  });

  it('sends requests as each provider documents them', async () => {
    await complete(await begin(caller(), { provider: 'linear', displayName: 'Linear', target: TEAM }));
    const linear = provider.authorizations.at(-1);
    assert.deepEqual([linear?.get('scope'), linear?.get('actor')], ['read,write', 'app']);
    await complete(await begin(caller(), { provider: 'jira', displayName: 'Jira', target: 'OPS' }));
    const jira = provider.authorizations.at(-1);
    assert.deepEqual([jira?.get('audience'), jira?.get('prompt')], ['api.atlassian.com', 'consent']);
    assert.match(jira?.get('scope') ?? '', /offline_access/);
  });

  it('reports invalid settings by field', async () => {
    const as = caller();
    const token = { provider: 'github', kind: 'token', displayName: 'Token', secret: 'x' };
    const { id: connectionId } = await server.connections.create(token, as);
    const refused: [object, string][] = [
      [{ displayName: undefined }, 'display_name'],
      [{ siteUrl: 'https://acme.atlassian.net' }, 'site_url'],
      [{ provider: 'jira', target: 'OPS', siteUrl: 'nowhere' }, 'site_url'],
      [{ provider: 'jira' }, 'target'],
      [{ target: 'acme/..' }, 'target'],
      [{ expectedVersion: 1n }, 'expected_version'],
      [{ connectionId }, 'connection_id'],
      [{ connectionId, provider: 'linear' }, 'provider'],
    ];
    for (const [changes, path] of refused)
      await assert.rejects(begin(as, changes), (error: Error & { details?: { path: string }[] }) => {
        assert.deepEqual(
          error.details?.map((detail) => detail.path),
          [path],
        );
        return true;
      });
    await assert.rejects(begin(as, { displayName: 'Token' }), { code: 'already_exists' });
    await assert.rejects(begin(caller(), { connectionId }), { code: 'not_found' });
  });

  it('lets callers change everything except the settings that the provider determines', async () => {
    const as = caller();
    const { connectionId } = await complete(await begin(as));
    for (const changes of [{ secret: 'x' }, { baseUrl: 'https://example.com' }, { account: 'ada@example.com' }])
      await assert.rejects(server.connections.update({ connectionId, ...changes }, as), { code: 'invalid_request' });
    const { sealed } = await row(connectionId);
    const updated = await server.connections.update({ connectionId, webhookSecret: 'a-secret-for-webhooks' }, as);
    assert.equal(updated.acceptsWebhooks, true);
    assert.notEqual((await row(connectionId)).sealed, sealed);
  });
});

it('connections without an OAuth client report it', async () => {
  const server = await startTicketsServer();
  try {
    const start = server.connections.oauthStart({ provider: 'github', displayName: 'GitHub' }, callerIn());
    await assert.rejects(start, { code: 'invalid_request' });
  } finally {
    await server.stop();
  }
});
