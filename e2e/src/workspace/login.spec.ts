import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eventually } from '@svc/testing';
import { api, type Json } from '../api.js';
import { startLogin } from '../cli/login.js';
import { json, svc } from '../cli/svc.js';
import { noteSecret } from '../secrets.js';
import { theService } from '../topology.js';
import { newPerson, signIn } from './person.js';

describe('sessions of browsers', () => {
  it('changes nothing without the CSRF token, and ends the session at the log-out', async () => {
    const browser = await signIn(await newPerson('ROLE_ADMIN'));
    assert.equal((await browser.request('GET', '/account')).status, 200);
    const body = { name: 'x', scopes: ['logs:read'] };
    const forged = await browser.request('POST', '/account/api-keys', body, '');
    assert.deepEqual([forged.status, forged.json['error']], [403, 'permission_denied']);
    assert.equal((await browser.request('POST', '/account/api-keys', body)).status, 201);
    assert.equal((await browser.request('POST', '/auth/logout')).status, 204);
    // The gateway receives the change over publish/subscribe, a moment later.
    await eventually('the session has ended', async () => (await browser.request('GET', '/account')).status === 401);
  });

  it('gives the same answer to wrong passwords and unknown users', async () => {
    const { email } = await newPerson('ROLE_VIEWER');
    const attempt = (address: string) =>
      api('POST', '/auth/login', { key: null, body: { email: address, password: 'another one altogether' } });
    const answers = await Promise.all([email, 'nobody@example.com'].map(attempt));
    assert.equal(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size, 1);
  });

  it('throttles log-ins with 429 and Retry-After', async () => {
    const { email, password } = await newPerson('ROLE_VIEWER');
    const attempt = (guess: string) => api('POST', '/auth/login', { key: null, body: { email, password: guess } });
    for (let count = 0; count < 10; count += 1) assert.equal((await attempt('another one altogether')).status, 401);
    const throttled = await attempt(password);
    assert.equal(throttled.status, 429);
    assert.ok(Number(throttled.headers.get('retry-after')) > 0);
  });
});

describe('the device page', () => {
  it('names the requester on the device page, and limits a client to the role that the user picks', async () => {
    const browser = await signIn(await newPerson('ROLE_ADMIN'));
    const { json: asked } = await api('POST', '/auth/device/code', { key: null, body: {} });
    const code = String(asked['user_code']);
    const shown = await browser.submit('/device', { user_code: code });
    const page = await shown.text();
    for (const fact of [/<dt>Client<\/dt>/, /<dt>Address<\/dt>/, /<option value="ROLE_VIEWER">Read only/]) {
      assert.match(page, fact);
    }
    const fields = { user_code: code, decision: 'approve', role: 'ROLE_VIEWER' };
    assert.equal((await browser.submit('/device', fields)).status, 200);
    const grant_type = 'urn:ietf:params:oauth:grant-type:device_code';
    const body = { grant_type, device_code: noteSecret(asked['device_code']) };
    const { json: tokens } = await api('POST', '/auth/device/token', { key: null, body });
    noteSecret(tokens['refresh_token']);
    const headers = { authorization: `Bearer ${noteSecret(tokens['access_token'])}` };
    const { json: account } = await api('GET', '/account', { key: null, headers });
    assert.equal(account['role'], 'ROLE_VIEWER');
    assert.equal(account['ingest_url'], tokens['ingest_url'], 'the address of ingestion');
  });
});

describe('the own account', () => {
  it('changes the own password and ends the other sessions', async () => {
    const person = await newPerson('ROLE_VIEWER');
    const [browser, other] = [await signIn(person), await signIn(person)];
    const { sessions } = (await browser.request('GET', '/users/me/sessions')).json;
    assert.equal([...(sessions as Json[])].length, 2);
    const password = noteSecret(randomBytes(12).toString('base64url'));
    const change = { current_password: person.password, new_password: password };
    assert.equal((await browser.request('PUT', '/users/me/password', change)).status, 204);
    assert.equal((await other.request('GET', '/account')).status, 401);
    const again = await signIn({ ...person, password });
    assert.equal((await again.request('DELETE', '/users/me/sessions/others')).status, 204);
    assert.equal((await browser.request('GET', '/account')).status, 401);
    assert.equal((await api('GET', '/users/me/sessions')).status, 403, 'a key has no sessions');
  });

  it('refuses to reset a password by mail where the service sends none', async () => {
    const answer = await api('POST', '/auth/password/forgot', { key: null, body: { email: 'a@example.com' } });
    assert.deepEqual([answer.status, answer.json['error']], [404, 'not_found']);
  });

  it('shows the security of the organization, which only signed-in admins change', async () => {
    const [viewer, admin] = [await signIn(await newPerson('ROLE_VIEWER')), await signIn(await newPerson('ROLE_ADMIN'))];
    const { json } = await viewer.request('GET', '/account/security');
    const { version, ...rules } = json as { version: number; sso_only: boolean };
    assert.equal(rules.sso_only, false);
    assert.equal((await viewer.request('PUT', '/account/security', rules)).status, 403);
    assert.equal((await api('PUT', '/account/security', { body: rules })).status, 403);
    const stated = { ...rules, expected_version: version };
    assert.equal((await admin.request('PUT', '/account/security', stated)).status, 200);
    const locked = await admin.request('PUT', '/account/security', { sso_only: true });
    assert.deepEqual([locked.status, locked.json['error']], [409, 'state_conflict']);
  });
});

describe('svc login', () => {
  let directory: string;
  let env: Record<string, string>;
  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'svc-login-'));
    env = { SVC_CONFIG_DIR: directory, SVC_API_KEY: '' };
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));

  it('authorizes svc login through the page in the browser; whoami, and logout ends it', async () => {
    const person = await newPerson('ROLE_MEMBER');
    const browser = await signIn(person);
    const { url, done } = await startLogin(env);
    const { pathname, searchParams, origin } = new URL(url);
    assert.equal(origin, theService().httpUrl);
    const shown = await fetch(url, { headers: { cookie: browser.cookie } });
    assert.match(await shown.text(), new RegExp(searchParams.get('user_code') ?? 'no code'));
    const fields = { user_code: searchParams.get('user_code') ?? '', decision: 'approve' };
    assert.equal((await browser.submit(pathname, fields)).status, 200);
    const { stdout, code } = await done;
    assert.equal(code, 0);
    assert.equal((JSON.parse(stdout) as { profile: string }).profile, 'default');

    const stored = JSON.parse(await readFile(path.join(directory, 'sessions.json'), 'utf8')) as {
      sessions: { default: { access_token: string; refresh_token: string } };
    };
    const { access_token, refresh_token } = stored.sessions.default;
    noteSecret(access_token);
    noteSecret(refresh_token);
    const { principal, role } = await json(['whoami'], { env });
    assert.deepEqual([(principal as { id: string }).id, role], [person.userId, 'ROLE_MEMBER']);
    assert.equal((await json(['logout'], { env }))['revoked'], true);
    assert.equal((await svc(['whoami'], { env })).code, 3);
    const stolen = await api('GET', '/account', { key: null, headers: { authorization: `Bearer ${access_token}` } });
    assert.equal(stolen.status, 401);
    const renewed = await api('POST', '/auth/token/refresh', { key: null, body: { refresh_token } });
    assert.deepEqual([renewed.status, renewed.json['error']], [400, 'invalid_grant']);
  });
});
