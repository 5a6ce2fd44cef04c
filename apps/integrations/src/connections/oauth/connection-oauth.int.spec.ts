import assert from 'node:assert/strict';
import { AuthorizationScene, PUBLIC_URL } from '../../testing/authorization-scene.js';
import { callerIn } from '../../testing/integrations-server.js';
import { startTicketsServer } from '../../testing/tickets-server.js';

const TEAM = '7e0f5cde-5d6f-4d38-a8a5-1f0c6a8f4a10';
const MINUTE_MS = 60_000;

describe('the authorization of connections', () => {
  let scene: AuthorizationScene;
  beforeAll(async () => {
    scene = await AuthorizationScene.start();
  });
  afterAll(() => scene.stop());
  beforeEach(() => {
    scene.clock.aheadMs = 0;
    scene.provider.sites = [];
  });

  const completed = async (...args: Parameters<AuthorizationScene['begin']>) =>
    scene.complete((await scene.begin(...args)).answer);
  const row = (id: string) => scene.server.database.relational.client.connection.findUniqueOrThrow({ where: { id } });
  const expire = (id: string) =>
    scene.server.database.relational.client.connection.update({ where: { id }, data: { state: 'needs_reauth' } });

  it('creates a connection of the kind oauth, with PKCE and without showing a secret', async () => {
    const as = scene.caller();
    const begun = await scene.begin(as, { target: 'acme/shop', closeTickets: true });
    const { authorizeUrl, providerUrl, stateExpiresAt } = begun;
    const { searchParams } = new URL(providerUrl);
    assert.equal(searchParams.get('redirect_uri'), `${PUBLIC_URL}/api/v1/connections/oauth/callback`);
    assert.ok(!`${authorizeUrl} ${providerUrl}`.includes(scene.provider.client.secret));
    const minutes = (Number(stateExpiresAt?.seconds) * 1_000 - Date.now()) / MINUTE_MS;
    assert.ok(minutes > 1 && minutes <= 10, String(minutes));
    const { result, connectionId } = await scene.complete(begun.answer);
    assert.equal(result, 'connected');
    const connection = await scene.server.connections.get({ connectionId }, as);
    assert.deepEqual(
      [connection.kind, connection.state, connection.displayName, connection.target, connection.closeTickets],
      ['oauth', 'active', 'GitHub', 'acme/shop', true],
    );
    assert.equal(connection.createdBy, as.context.principalId);
    const stored = JSON.stringify(await row(connectionId), (_, value: unknown) => String(value));
    assert.ok(!stored.includes(scene.provider.accessToken));
  });

  it('stores neither the state nor the verifier readably', async () => {
    const { state } = (await scene.begin()).answer;
    const rows = await scene.server.database.relational.client.connectionAuthorization.findMany();
    assert.ok(rows.length > 0);
    assert.ok(!JSON.stringify(rows, (_, value: unknown) => (typeof value === 'bigint' ? 0 : value)).includes(state));
  });

  it('works once, also when two browsers bring the state at once', async () => {
    const { answer } = await scene.begin();
    const results = await Promise.all([scene.resultOf(answer), scene.resultOf(answer)]);
    assert.deepEqual(results.sort(), ['connected', 'invalid_state']);
    assert.equal(await scene.resultOf(answer), 'invalid_state');
    assert.equal(await scene.resultOf({ ...answer, state: '' }), 'invalid_state');
  });

  it('ends after ten minutes', async () => {
    const { answer } = await scene.begin();
    scene.clock.aheadMs = 10 * MINUTE_MS;
    assert.equal(await scene.resultOf(answer), 'expired_state');
    assert.equal(await scene.resultOf(answer), 'invalid_state');
  });

  it('reports what the provider says as a code of its own', async () => {
    const error = async (text: string) => scene.resultOf({ ...(await scene.begin()).answer, code: '', error: text });
    assert.equal(await error('access_denied'), 'denied');
    assert.equal(await error('<script>'), 'provider_rejected');
    const foreign = { ...(await scene.begin()).answer, code: 'of someone else' };
    assert.equal(await scene.resultOf(foreign), 'provider_rejected');
    scene.provider.failures.push({ status: 503, body: {} });
    assert.equal(await scene.resultOf((await scene.begin()).answer), 'provider_unavailable');
    scene.provider.failures.push({ status: 200, body: { error: 'bad_verification_code' } });
    assert.equal(await scene.resultOf((await scene.begin()).answer), 'provider_rejected');
  });

  it('refreshes the connection that needs it, without another one and with its settings', async () => {
    const as = scene.caller();
    const first = await completed(as, { target: 'acme/shop', webhookSecret: 'a-secret-for-webhooks' });
    const again = { displayName: undefined, connectionId: first.connectionId };
    const details = [{ path: 'state', reason: 'is active' }];
    await assert.rejects(scene.start(as, again), { code: 'state_conflict', details });
    await expire(first.connectionId);
    await assert.rejects(scene.start(as, { ...again, expectedVersion: 9n }), { code: 'version_conflict' });
    const { result, connectionId } = await completed(as, { ...again, expectedVersion: 1n });
    assert.deepEqual([result, connectionId], ['connected', first.connectionId]);
    const { connections } = await scene.server.connections.list({}, as);
    assert.deepEqual(
      connections.map(({ state, version, target, acceptsWebhooks }) => [state, version, target, acceptsWebhooks]),
      [['active', 2n, 'acme/shop', true]],
    );
  });

  it('leaves a connection unchanged that was changed or deleted in the meantime', async () => {
    const as = scene.caller();
    const { connectionId } = await completed(as);
    await expire(connectionId);
    const again = { displayName: undefined, connectionId };
    const [changed, deleted] = [await scene.begin(as, again), await scene.begin(as, again)];
    await scene.server.connections.update({ connectionId, displayName: 'Renamed' }, as);
    const { sealed } = await row(connectionId);
    assert.equal(await scene.resultOf(changed.answer), 'conflict');
    assert.equal((await row(connectionId)).sealed, sealed);
    await scene.server.connections.delete({ connectionId }, as);
    assert.equal(await scene.resultOf(deleted.answer), 'conflict');
  });

  it('finds the site of Jira, and creates nothing if it cannot be determined', async () => {
    const site = (id: string, url: string) => ({ id, url, name: id, scopes: ['read:jira-work', 'write:jira-work'] });
    const jira = { provider: 'jira', displayName: 'Jira', target: 'OPS' };
    scene.provider.sites = [site('cloud-1', 'https://acme.atlassian.net')];
    const as = scene.caller();
    const { connectionId } = await completed(as, jira);
    const connection = await scene.server.connections.get({ connectionId }, as);
    assert.deepEqual(
      [connection.baseUrl, connection.siteUrl, connection.issueType],
      [`${scene.provider.url}/ex/jira/cloud-1`, 'https://acme.atlassian.net', 'Task'],
    );
    scene.provider.sites = [...scene.provider.sites, site('cloud-2', 'https://other.atlassian.net')];
    assert.equal((await completed(scene.caller(), jira)).result, 'site_required');
    const chosen = await completed(scene.caller(), { ...jira, siteUrl: 'https://other.atlassian.net/' });
    assert.equal((await row(chosen.connectionId)).baseUrl, `${scene.provider.url}/ex/jira/cloud-2`);
  });

  it('sends requests as each provider documents them', async () => {
    await completed(scene.caller(), { provider: 'linear', displayName: 'Linear', target: TEAM });
    const linear = scene.provider.authorizations.at(-1);
    assert.deepEqual([linear?.get('scope'), linear?.get('actor')], ['read,write', 'app']);
    await completed(scene.caller(), { provider: 'jira', displayName: 'Jira', target: 'OPS' });
    const jira = scene.provider.authorizations.at(-1);
    assert.deepEqual([jira?.get('audience'), jira?.get('prompt')], ['api.atlassian.com', 'consent']);
    assert.match(jira?.get('scope') ?? '', /offline_access/);
  });

  it('reports invalid settings by field', async () => {
    const as = scene.caller();
    const token = { provider: 'github', kind: 'token', displayName: 'Token', secret: 'x' };
    const { id: connectionId } = await scene.server.connections.create(token, as);
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
      await assert.rejects(scene.start(as, changes), (error: Error & { details?: { path: string }[] }) => {
        assert.deepEqual(
          error.details?.map((detail) => detail.path),
          [path],
        );
        return true;
      });
    await assert.rejects(scene.start(as, { displayName: 'Token' }), { code: 'already_exists' });
    await assert.rejects(scene.start(scene.caller(), { connectionId }), { code: 'not_found' });
  });

  it('lets callers change everything except the settings that the provider determines', async () => {
    const as = scene.caller();
    const { connectionId } = await completed(as);
    for (const changes of [{ secret: 'x' }, { baseUrl: 'https://example.com' }, { account: 'ada@example.com' }])
      await assert.rejects(scene.server.connections.update({ connectionId, ...changes }, as), {
        code: 'invalid_request',
      });
    const { sealed } = await row(connectionId);
    const updated = await scene.server.connections.update({ connectionId, webhookSecret: 'a-secret-for-webhooks' }, as);
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
