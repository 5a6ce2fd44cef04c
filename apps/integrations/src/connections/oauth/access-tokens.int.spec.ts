import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { Egress } from '@svc/outbound';
import { createRelational, type Connection, type Relational } from '@svc/relational';
import { startTemporaryDatabase, type TemporaryDatabase } from '@svc/relational/testing';
import { eventually } from '@svc/test-servers';
import { KEY_RING } from '../../testing/integrations.js';
import { OAuthServer } from '../../testing/providers/oauth-server.js';
import { ConnectionSecrets, type ConnectionSecret } from '../connection-secrets.js';
import { AccessTokens } from './access-tokens.js';
import { TokenEndpoint } from './token-endpoint.js';

const NOW = Date.UTC(2026, 0, 1);
const HOUR_MS = 3_600_000;

describe('the tokens of a connection', () => {
  const { signal } = new AbortController();
  const secrets = new ConnectionSecrets(KEY_RING);
  let database: TemporaryDatabase;
  let provider: OAuthServer;
  let egress: Egress;
  let now = NOW;
  const others: Relational[] = [];
  beforeAll(async () => {
    database = await startTemporaryDatabase();
    await isReachable(database.relational);
    egress = new Egress({ allow: ['127.0.0.0/8'] });
  });
  beforeEach(async () => {
    now = NOW;
    provider = await new OAuthServer().start();
  });
  afterEach(() => provider.stop());
  afterAll(async () => {
    for (const other of others) await other.close();
    await egress[Symbol.asyncDispose]();
    await database.stop();
  });

  /** The first connection to a new server takes long on a busy machine. */
  const isReachable = (relational: Relational) =>
    eventually('a reachable database', () => relational.check().then(() => true));
  /** As a process of the service has them. */
  const tokensOver = (relational: Relational): AccessTokens => {
    const options = { clients: { github: provider.settings() }, publicUrl: undefined };
    return new AccessTokens(secrets, new TokenEndpoint(egress, options, () => now), relational, () => now);
  };
  const authorize = async (): Promise<Connection> => {
    const redirectUri = 'https://svc.example.com/callback';
    const url = new URL(`${provider.url}/authorize?response_type=code&client_id=the-client&code_challenge_method=S256`);
    // The challenge of RFC 7636, appendix B.
    url.searchParams.set('code_challenge', 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM');
    url.searchParams.set('redirect_uri', redirectUri);
    const { code } = provider.agree(url.href);
    const endpoint = new TokenEndpoint(
      egress,
      { clients: { github: provider.settings() }, publicUrl: undefined },
      () => now,
    );
    const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
    return store(await endpoint.exchange('github', code, verifier, redirectUri));
  };
  const store = (secret: ConnectionSecret): Promise<Connection> => {
    const id = randomUUID();
    const times = { createdAt: new Date(now), updatedAt: new Date(now) };
    const names = { provider: 'github', kind: 'oauth', displayName: id, baseUrl: provider.url, createdBy: '' };
    return database.relational.client.connection.create({
      data: {
        id,
        projectId: randomUUID(),
        ...names,
        state: 'active',
        sealed: secrets.seal({ id, baseUrl: provider.url }, secret),
        ...times,
      },
    });
  };
  const read = async ({ id }: Connection) => {
    const row = await database.relational.client.connection.findUniqueOrThrow({ where: { id } });
    return { ...row, secret: secrets.open(row) };
  };
  const refreshes = () => provider.tokenRequests.filter((request) => request['grant_type'] === 'refresh_token').length;

  it('uses a token until shortly before its expiry, then refreshes it with a rotating refresh token', async () => {
    const connection = await authorize();
    const tokens = tokensOver(database.relational);
    const first = await tokens.current(connection, signal);
    now = NOW + HOUR_MS - 61_000;
    assert.equal(await tokens.current(connection, signal), first);
    now = NOW + HOUR_MS - 60_000;
    const second = await tokens.current(connection, signal);
    assert.deepEqual([second, refreshes()], [provider.accessToken, 1]);
    now += HOUR_MS;
    const current = await read(connection);
    assert.equal(await tokens.current(current, signal), provider.accessToken);
    assert.notEqual(provider.accessToken, second);
    assert.equal((await read(connection)).version, connection.version);
  });

  it('refreshes a token in one of two processes, and uses it in both', async () => {
    const connection = await authorize();
    const other = createRelational({ url: database.url, poolSize: 2 });
    others.push(other);
    await isReachable(other);
    now = NOW + HOUR_MS;
    const webhookSecret = 'a-secret-for-webhooks';
    let second: Promise<string> | undefined;
    provider.meanwhile = async () => {
      second = tokensOver(other).current(connection, signal);
      // A user who changes the connection does not wait, and loses nothing.
      const sealed = secrets.seal(connection, { ...secrets.open(connection), webhookSecret });
      await database.relational.client.connection.update({ where: { id: connection.id }, data: { sealed } });
    };
    const first = await tokensOver(database.relational).current(connection, signal);
    assert.deepEqual([first, await second], [provider.accessToken, provider.accessToken]);
    assert.equal(refreshes(), 1);
    assert.equal((await read(connection)).secret.webhookSecret, webhookSecret);
  });

  it('does not refresh a token for a request that used an older one', async () => {
    const connection = await authorize();
    const tokens = tokensOver(database.relational);
    const { token } = secrets.open(connection);
    const renewed = await tokens.renew(connection, token, signal);
    assert.equal(await tokens.renew(connection, token, signal), renewed);
    assert.equal(refreshes(), 1);
  });

  it('requires a new authorization after invalid_grant, also in the words of GitHub, and without a refresh token', async () => {
    const tokens = tokensOver(database.relational);
    const connection = await authorize();
    const { token } = secrets.open(connection);
    provider.failures.push({ status: 200, body: { error: 'bad_refresh_token' } });
    await assert.rejects(tokens.renew(connection, token, signal), { failure: 'invalid_grant' });
    provider.revoke();
    await assert.rejects(tokens.renew(connection, token, signal), { failure: 'invalid_grant' });
    const without = await store({ token: 'a-token-without-an-expiry' });
    assert.equal(await tokens.current(without, signal), 'a-token-without-an-expiry');
    const renewal = tokens.renew(without, 'a-token-without-an-expiry', signal);
    await assert.rejects(renewal, { failure: 'invalid_grant' });
  });

  it('allows a later refresh after every other failure, and repeats nothing of its text', async () => {
    const tokens = tokensOver(database.relational);
    const connection = await authorize();
    const { token } = secrets.open(connection);
    const body = { error: 'temporarily_unavailable', error_description: 'a text of the provider' };
    for (const [failure, expected] of [
      [{ status: 503, body }, 'unavailable'],
      [{ status: 429, headers: { 'retry-after': '7' }, body }, 'rate_limited'],
      [{ status: 401, body: { error: 'invalid_client' } }, 'rejected'],
      [{ status: 200, body: [] }, 'unavailable'],
      [{ status: 200, body: { access_token: 'two\r\nlines' } }, 'unavailable'],
      ['hang', 'unavailable'],
    ] as const) {
      provider.failures.push(failure);
      await assert.rejects(tokens.renew(connection, token, signal), (error: Error & { failure: string }) => {
        assert.equal(error.failure, expected);
        assert.ok(!error.message.includes('text of the provider'));
        return true;
      });
    }
    assert.equal(await tokens.renew(connection, token, signal), provider.accessToken);
  });
});
