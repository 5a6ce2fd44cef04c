import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { skipOrFail } from '@svc/testing';
import { findChromium, startChromium } from '@svc/testing/chromium';
import { generateSync } from 'otplib';
import type { Browser } from 'playwright-core';
import { ok, type Json } from '../api.js';
import { startLogin } from '../cli/login.js';
import { json } from '../cli/svc.js';
import { noteSecret } from '../secrets.js';
import { theService } from '../topology.js';
import { newPerson, signIn } from '../workspace/person.js';
import { Visitor } from './visitor.js';

const executable = findChromium();

/** Each click and form of the pages, as a browser sends them. */
function specs(executablePath: string): void {
  let browser: Browser;
  let directory: string;
  let env: Record<string, string>;
  beforeAll(async () => {
    browser = await startChromium(executablePath);
    directory = await mkdtemp(path.join(tmpdir(), 'svc-browser-'));
    env = { SVC_CONFIG_DIR: directory, SVC_API_KEY: '' };
  });
  afterAll(async () => {
    await browser.close();
    await rm(directory, { recursive: true, force: true });
  });

  const visit = async (): Promise<Visitor> => new Visitor(await (await browser.newContext()).newPage());

  it('accepts an invitation, then signs in, says when the password is wrong, and signs out', async () => {
    const email = `${randomBytes(6).toString('hex')}@example.com`;
    const token = noteSecret((await ok('POST', '/invitations', { body: { email, role: 'ROLE_MEMBER' } }))['token']);
    const password = noteSecret(randomBytes(12).toString('base64url'));
    const visitor = await visit();
    await visitor.open(`/invitations/accept?token=${token}`);
    await visitor.submit({ 'Your name': 'Grace', 'Choose a password': password }, 'Join');
    await visitor.assertHeading('You are in');
    await visitor.open(`/invitations/accept?token=${token}`);
    await visitor.assertHeading('The invitation cannot be used');

    await visitor.open('/login?return_to=/device');
    await visitor.signIn({ email, password: 'another one altogether' });
    await visitor.assertHeading('Sign in');
    await visitor.assertAlert(/password is wrong/);
    await visitor.signIn({ email, password });
    assert.equal(visitor.path, '/device');
    assert.match(await visitor.page.innerText('body'), /Signed in as Grace/);
    await visitor.press('Sign out');
    assert.equal(visitor.path, '/login');
    await visitor.open('/device');
    assert.equal(visitor.path, '/login', 'the session has ended');
  });

  it('asks for the second factor when signing in', async () => {
    const person = await newPerson('ROLE_MEMBER');
    const session = await signIn(person);
    const secret = noteSecret((await session.request('POST', '/users/me/totp', {})).json['secret']);
    const code = generateSync({ secret });
    const confirmed = await session.request('POST', '/users/me/totp/confirm', { code });
    const [recoveryCode = ''] = [...(confirmed.json['recovery_codes'] as Json[])].map((text) => noteSecret(text));
    const visitor = await visit();
    await visitor.open('/login?return_to=/device');
    await visitor.signIn(person);
    await visitor.assertHeading('Enter your code');
    await visitor.submit({ Code: '000000' }, 'Sign in');
    await visitor.assertHeading('Enter your code');
    await visitor.assertAlert(/./);
    await visitor.submit({ Code: recoveryCode }, 'Sign in');
    assert.equal(visitor.path, '/device');
  });

  it('authorizes a client with the role that the user picks', async () => {
    const person = await newPerson('ROLE_ADMIN');
    const { url, done } = await startLogin(env);
    const visitor = await visit();
    await visitor.open(url);
    await visitor.signIn(person);
    const code = new URL(url).searchParams.get('user_code') ?? assert.fail('no code');
    assert.ok((await visitor.page.innerText('body')).includes(code));
    await visitor.page.locator('select[name=role]').selectOption('ROLE_VIEWER');
    await visitor.page.locator('button[value=approve]').click();
    assert.equal((await done).code, 0, (await done).stderr);
    const { principal, role } = await json(['whoami'], { env });
    assert.deepEqual([(principal as { id: string }).id, role], [person.userId, 'ROLE_VIEWER']);
    const { profiles } = JSON.parse(await readFile(path.join(directory, 'config.json'), 'utf8')) as Json;
    assert.equal(profiles?.['default']?.['ingest_url'], theService().ingestUrl);
    assert.equal((await json(['logout'], { env }))['revoked'], true);
  });

  it('denies a client, which exits with 4', async () => {
    const { url, done } = await startLogin(env);
    const visitor = await visit();
    await visitor.open(url);
    await visitor.signIn(await newPerson('ROLE_VIEWER'));
    await visitor.page.locator('button[value=deny]').click();
    const { code, stderr } = await done;
    assert.equal(code, 4);
    assert.match(stderr, /access_denied/);
  });

  it('answers an outdated form with a page', async () => {
    const person = await newPerson('ROLE_VIEWER');
    const visitor = await visit();
    await visitor.open('/login?return_to=/device');
    await visitor.signIn(person);
    const other = new Visitor(await visitor.page.context().newPage());
    await other.open('/device');
    await other.press('Sign out');
    await other.signIn(person);
    await visitor.submit({ Code: 'BCDF-GHJK' }, 'Continue');
    await visitor.assertAlert(/has expired/);
    await visitor.open('/no-such-page');
    await visitor.assertHeading('Page not found');
  });
}

describe('signing in with a browser', () => {
  if (executable === undefined) skipOrFail('works in Chromium', 'no Chromium on the PATH or in SVC_TEST_CHROMIUM');
  else specs(executable);
});
