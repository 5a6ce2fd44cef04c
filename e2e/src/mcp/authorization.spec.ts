import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import {
  Client,
  StreamableHTTPClientTransport,
  UnauthorizedError,
  type OAuthClientProvider,
  type StoredOAuthTokens,
} from '@modelcontextprotocol/client';
import { api, defaultProjectId } from '../api.js';
import { noteSecret } from '../secrets.js';
import { theService } from '../topology.js';
import { newPerson, signIn, type SignedIn } from '../workspace/person.js';
import { send, toolNames } from './mcp.js';

const REDIRECT = 'http://127.0.0.1:51999/callback';
const INFORMATION = { name: 'e2e', version: '1' };

/**
 * The part of an application that the official client needs: it keeps tokens and opens a browser, here that of a person who is signed in.
 */
class Application implements OAuthClientProvider {
  readonly redirectUrl = REDIRECT;
  readonly clientMetadata = { redirect_uris: [REDIRECT], client_name: 'e2e' };
  opened: URL | undefined;
  kept: StoredOAuthTokens | undefined;
  #verifier = '';

  constructor(private readonly clientId = 'svc-mcp') {}

  clientInformation() {
    return { client_id: this.clientId };
  }
  tokens(): StoredOAuthTokens | undefined {
    return this.kept;
  }
  saveTokens(tokens: StoredOAuthTokens): void {
    noteSecret(tokens.access_token);
    noteSecret(tokens.refresh_token ?? assert.fail('no refresh token'));
    this.kept = tokens;
  }
  redirectToAuthorization(url: URL): void {
    this.opened = url;
  }
  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }
  codeVerifier(): string {
    return this.#verifier;
  }
}

/** Decides on the page as a browser does, and returns the parameters of the answer. */
export async function decide(person: SignedIn, opened: URL, role: string): Promise<URLSearchParams> {
  assert.equal(opened.pathname, '/oauth/authorize');
  const page = await fetch(opened, { headers: { cookie: person.cookie } });
  assert.equal(page.status, 200, await page.text());
  const query = opened.search.slice(1);
  const answer = await person.submit('/oauth/authorize', { query, role, decision: 'approve' });
  assert.equal(answer.status, 303, await answer.text());
  return new URL(answer.headers.get('location') ?? '').searchParams;
}

const transport = (application: Application): StreamableHTTPClientTransport =>
  new StreamableHTTPClientTransport(new URL(`${theService().httpUrl}/mcp`), { authProvider: application });

describe('the authorization of clients of MCP', () => {
  it('lets the official client in with a code, whose tokens are for this endpoint alone', async () => {
    const person = await signIn(await newPerson('ROLE_MEMBER'));
    const application = new Application();
    const first = transport(application);
    await assert.rejects(new Client(INFORMATION).connect(first), UnauthorizedError);
    const { opened } = application;
    assert.ok(opened);
    assert.equal(opened.searchParams.get('resource'), `${theService().httpUrl}/mcp`);
    await first.finishAuth(await decide(person, opened, 'ROLE_MEMBER'));

    const client = new Client(INFORMATION);
    await client.connect(transport(application));
    const { tools } = await client.listTools();
    assert.ok(tools.some(({ name }) => name === 'search_logs'));
    // The scopes are those that the official client asked for by itself; they have to suffice for everything that an agent does.
    const project_id = await defaultProjectId();
    const call = async (name: string, given: Record<string, unknown>): Promise<string> => {
      const result = await client.callTool({ name, arguments: given });
      assert.notEqual(result.isError, true, JSON.stringify(result));
      return JSON.stringify(result);
    };
    assert.match(await call('whoami', {}), new RegExp(project_id));
    await call('search_logs', { project_id });
    const operation = 'saved_searches.create';
    const parameters = { name: randomUUID(), signal: 'logs', query: { q: 'level:error' } };
    await call('run_operation', { project_id, operation_id: operation, parameters, confirm: operation });
    await client.close();

    const token = application.kept?.access_token ?? '';
    const rest = await api('GET', '/account', { key: token });
    assert.equal(rest.status, 401, rest.text);
  });

  it('renews the tokens of the official client without the user', async () => {
    const person = await signIn(await newPerson('ROLE_VIEWER'));
    const application = new Application();
    const first = transport(application);
    await assert.rejects(new Client(INFORMATION).connect(first), UnauthorizedError);
    await first.finishAuth(await decide(person, application.opened ?? assert.fail(), 'ROLE_VIEWER'));
    const { kept } = application;
    assert.ok(kept);
    application.kept = { ...kept, access_token: 'svc_access_lost' };
    application.opened = undefined;
    const client = new Client(INFORMATION);
    await client.connect(transport(application));
    await client.listTools();
    await client.close();
    assert.equal(application.opened, undefined);
    assert.notEqual(application.kept.refresh_token, kept.refresh_token);
  });

  it('gives a client no more than the scopes that it asked for', async () => {
    const person = await signIn(await newPerson('ROLE_MEMBER'));
    const application = new Application();
    await assert.rejects(new Client(INFORMATION).connect(transport(application)), UnauthorizedError);
    const asked = application.opened ?? assert.fail();
    asked.searchParams.set('scope', 'logs:read');
    const answer = await decide(person, asked, 'ROLE_MEMBER');
    await transport(application).finishAuth(answer);
    const names = await toolNames(application.kept?.access_token);
    assert.ok(names.includes('search_logs') && names.includes('whoami'));
    assert.ok(!names.includes('get_issue'), names.join(' '));
  });

  it('keeps a client that is not registered away', async () => {
    const person = await signIn(await newPerson('ROLE_MEMBER'));
    const application = new Application('https://client.example/client.json');
    await assert.rejects(new Client(INFORMATION).connect(transport(application)), UnauthorizedError);
    const page = await fetch(application.opened ?? assert.fail(), {
      headers: { cookie: person.cookie },
      redirect: 'manual',
    });
    assert.equal(page.status, 400);
    assert.match(await page.text(), /not registered here/);
  });

  it('ends the access with the membership of the user', async () => {
    const member = await newPerson('ROLE_MEMBER');
    const application = new Application();
    const first = transport(application);
    await assert.rejects(new Client(INFORMATION).connect(first), UnauthorizedError);
    await first.finishAuth(await decide(await signIn(member), application.opened ?? assert.fail(), 'ROLE_MEMBER'));
    const key = application.kept?.access_token ?? '';
    assert.equal((await send('tools/list', {}, { key })).status, 200);
    const removed = await api('DELETE', `/account/members/${member.userId}`);
    assert.ok(removed.status < 300, removed.text);
    assert.equal((await send('tools/list', {}, { key })).status, 401);
  });
});
