import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { eventually } from '@svc/testing';
import type { Page } from 'playwright-core';
import { api, ok } from '../../api.js';
import { items } from '../../reference/recorder.js';
import { noteSecret } from '../../secrets.js';
import { newPerson, signIn } from '../../workspace/person.js';
import { axeViolations } from '../axe.js';
import { PHONE } from '../console-page.js';
import { describeConsole } from '../console-suite.js';
import { SeededProject } from '../seed/project.js';

describeConsole('the settings', (suite) => {
  let project: SeededProject;
  beforeAll(async () => {
    project = await SeededProject.make();
  });

  const open = async (path: string, options = {}) => suite().open(`/p/${project.slug}/settings/${path}`, options);
  const rowOf = (page: Page, table: string, text: string) =>
    page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: text });
  const titleOf = async (page: Page, name: string) => page.getByRole('button', { name }).getAttribute('title');

  it('makes an API key, shows its secret once and nowhere else, and revokes it', async () => {
    const { page } = await open('keys');
    const name = `Deploy ${randomUUID()}`;
    await page.getByRole('button', { name: 'New key' }).click();
    const dialog = page.getByRole('dialog', { name: 'New API key' });
    await dialog.getByText('Send product events and session recordings.').waitFor();
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
    assert.equal(await dialog.getByRole('button', { name: 'Create' }).getAttribute('title'), 'Choose a scope first.');
    await dialog.getByRole('button', { name: 'Send data' }).click();
    await dialog.getByRole('button', { name: 'Create' }).click();
    const secret = noteSecret(await page.getByRole('group', { name: 'API key', exact: true }).innerText());
    assert.match(secret, /^svc_/);
    const stored = `JSON.stringify([location.href, history.state, localStorage, sessionStorage])`;
    assert.ok(!(await page.evaluate<string>(stored)).includes(secret));
    // Neither Escape nor a press beside it discards a secret that cannot be read again.
    for (const press of ['first', 'second']) {
      await page.keyboard.press('Escape');
      await page.mouse.click(4, 4);
      assert.ok(await page.getByRole('dialog', { name: 'The key was created' }).isVisible(), press);
    }
    // It is known, and may not read.
    assert.equal((await api('GET', '/account', { key: secret })).status, 403);
    await page.getByRole('button', { name: 'I have stored it' }).click();
    assert.ok(!(await page.content()).includes(secret));
    await page.getByRole('button', { name: `Revoke ${name}` }).click();
    const confirm = page.getByRole('dialog', { name: 'Revoke this key?' });
    await confirm.getByText('cannot be undone').waitFor();
    await confirm.getByRole('button', { name: 'Revoke' }).click();
    await rowOf(page, 'API keys', name).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Revoked and expired' }).click();
    await page.waitForURL(/ended=1/);
    await rowOf(page, 'API keys', name).getByText('revoked').waitFor();
    await eventually('the key is refused', async () => (await api('GET', '/account', { key: secret })).status === 401);
  });

  it('offers a publishable key only scopes that everyone may have', async () => {
    const { page } = await open('keys');
    await page.getByRole('button', { name: 'New key' }).click();
    const dialog = page.getByRole('dialog', { name: 'New API key' });
    await dialog.getByRole('button', { name: 'Publishable, for pages' }).click();
    await dialog.getByRole('checkbox', { name: /^flags:evaluate/ }).check();
    assert.ok(await dialog.getByRole('checkbox', { name: /^logs:read/ }).isDisabled());
    await dialog.getByText('1 scope chosen').waitFor();
  });

  it('invites, changes a role, and removes a member', async () => {
    const { page } = await open('members');
    const { email } = await newPerson('ROLE_VIEWER');
    const invited = `${randomUUID()}@example.com`;
    await page.getByRole('button', { name: 'Invite' }).click();
    const dialog = page.getByRole('dialog', { name: 'Invite to the organization' });
    await dialog.getByRole('textbox', { name: 'E-mail' }).fill(invited);
    await dialog.getByRole('combobox', { name: 'Role' }).selectOption('Viewer');
    await dialog.getByRole('button', { name: 'Invite' }).click();
    const address = await page.getByRole('group', { name: 'Address of the invitation', exact: true }).innerText();
    noteSecret(new URL(address).searchParams.get('token') ?? address);
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await page.getByRole('button', { name: `Revoke the invitation of ${invited}` }).click();
    const revoke = page.getByRole('dialog', { name: 'Revoke this invitation?' });
    await revoke.getByRole('button', { name: 'Revoke' }).click();
    await rowOf(page, 'Invitations', invited).getByText('revoked').waitFor();

    await page.reload();
    await page.getByRole('combobox', { name: `Role of ${email}` }).selectOption('Member');
    const change = page.getByRole('dialog', { name: 'Change the role to member?' });
    await change.getByRole('button', { name: 'Change the role' }).click();
    await change.waitFor({ state: 'detached' });
    const members = items(await ok('GET', '/account/members'), 'members');
    assert.equal(members.find((each) => each['email'] === email)?.['role'], 'ROLE_MEMBER');
    await page.getByRole('button', { name: `Remove ${email}` }).click();
    await page.getByRole('dialog', { name: 'Remove this member?' }).getByRole('button', { name: 'Remove' }).click();
    await rowOf(page, 'Members', email).waitFor({ state: 'detached' });
  });

  it('makes a project from the menu of projects, renames it, and deletes it once its short name was typed', async () => {
    const { page } = await open('project');
    const slug = `shop-${randomUUID().slice(0, 8)}`;
    await page.getByRole('combobox', { name: 'Project' }).selectOption('New project…');
    const dialog = page.getByRole('dialog', { name: 'New project' });
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill(slug.replace('-', ' '));
    assert.equal(await dialog.getByRole('textbox', { name: 'Short name' }).inputValue(), slug);
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.waitForURL(`**/p/${slug}`);
    await page.getByRole('heading', { level: 1, name: 'Send your first data' }).waitFor();

    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('link', { name: 'General' }).click();
    const name = page.getByRole('form', { name: 'Project' }).getByRole('textbox', { name: 'Name' });
    await name.fill('Shop of Ada');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved the project').waitFor();
    await page.getByRole('combobox', { name: 'Project' }).getByText('Shop of Ada').waitFor({ state: 'attached' });

    await page.getByRole('button', { name: 'Delete the project' }).click();
    const confirm = page.getByRole('dialog', { name: 'Delete this project?' });
    const remove = confirm.getByRole('button', { name: 'Delete the project' });
    await confirm.getByRole('textbox', { name: `Type ${slug} to confirm` }).fill('shop');
    assert.equal(await remove.getAttribute('title'), 'Type the short name of the project first.');
    await confirm.getByRole('textbox', { name: `Type ${slug} to confirm` }).fill(slug);
    await remove.click();
    await page.waitForURL((url) => !url.pathname.includes(slug));
    const projects = items(await ok('GET', '/projects'), 'projects');
    assert.ok(projects.every((each) => each['slug'] !== slug));
  });

  it('makes a channel from the form of its type, tests, changes and deletes it', async () => {
    const opened = await open('channels');
    opened.tolerate(/status of 400/);
    const { page } = opened;
    await page.getByText('The project has no channel yet').waitFor();
    await page.getByRole('button', { name: 'New channel' }).click();
    const dialog = page.getByRole('dialog', { name: 'New channel' });
    await dialog.getByRole('combobox', { name: 'Type' }).selectOption('Webhook');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('On call');
    await dialog.getByRole('textbox', { name: 'URL' }).fill('http://127.0.0.1:9/');
    await dialog.getByLabel('Secret', { exact: true }).fill('whsec_short');
    await dialog.getByText(/^It does not have the form that is needed/).waitFor();
    await dialog.getByLabel('Secret', { exact: true }).fill(noteSecret(`whsec_${'q0'.repeat(22)}`));
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('button', { name: 'Test On call' }).click();
    const test = page.getByRole('dialog', { name: 'Test of the channel' });
    await test.getByText(/^(failed|retrying|dead letter)$/).waitFor();
    await test.getByRole('button', { name: 'Close' }).last().click();

    // The stored secret stays with the address that it was given for.
    await page.getByRole('button', { name: 'Edit On call' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit the channel' });
    assert.equal(await edit.getByLabel('Secret', { exact: true }).inputValue(), '');
    await edit.getByRole('textbox', { name: 'Name' }).fill('Night shift');
    await edit.getByRole('textbox', { name: 'URL' }).fill('http://127.0.0.1:10/');
    await edit.getByRole('button', { name: 'Save' }).click();
    await edit.getByText(/because the address is new/).waitFor();
    await edit.getByRole('textbox', { name: 'URL' }).fill('http://127.0.0.1:9/');
    await edit.getByRole('textbox', { name: 'Events' }).fill('issue.new, incident.*');
    await edit.getByRole('button', { name: 'Save' }).click();
    await rowOf(page, 'Channels', 'Night shift').getByText('issue.new, incident.*').waitFor();
    await page.getByRole('button', { name: 'Delete Night shift' }).click();
    await page.getByRole('dialog', { name: 'Delete this channel?' }).getByRole('button', { name: 'Delete' }).click();
    await page.getByText('The project has no channel yet').waitFor();
  });

  it('connects to a provider of tickets with a token that is never shown again, changes the connection, and deletes it', async () => {
    const opened = await open('connections');
    opened.tolerate(/status of 409/);
    const { page } = opened;
    await page.getByText('The project has no connection yet').waitFor();
    await page.getByRole('button', { name: 'New connection' }).click();
    const dialog = page.getByRole('dialog', { name: 'New connection' });
    await dialog.getByRole('combobox', { name: 'Provider' }).selectOption('GitHub');
    await dialog.getByRole('button', { name: 'Token' }).click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Tickets');
    await dialog.getByRole('textbox', { name: 'Tickets go to' }).fill('acme/shop');
    assert.equal(await dialog.getByRole('button', { name: 'Connect' }).getAttribute('title'), 'Type the token first.');
    const token = noteSecret(`ghp_${randomUUID().replaceAll('-', '')}`);
    await dialog.getByLabel('Token', { exact: true }).fill(token);
    await dialog.getByRole('button', { name: 'Connect' }).click();
    await rowOf(page, 'Connections', 'Tickets').getByText('acme/shop').waitFor();
    assert.ok(!(await page.content()).includes(token));

    await page.getByRole('button', { name: 'Edit Tickets' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit the connection' });
    const save = edit.getByRole('button', { name: 'Save', exact: true });
    await edit.getByRole('textbox', { name: 'Address' }).fill('https://github.example.com/api/v3');
    assert.match((await save.getAttribute('title')) ?? '', /never sent to another address/);
    await edit.getByRole('textbox', { name: 'Address' }).fill('https://api.github.com');
    await edit.getByRole('textbox', { name: 'Tickets go to' }).fill('acme/web');
    await edit.getByRole('checkbox', { name: 'Accept webhooks of the provider' }).check();
    assert.equal(await save.getAttribute('title'), 'Type or generate the webhook secret first.');
    await edit.getByRole('button', { name: 'Make a secret' }).click();
    const made = await edit.getByRole('group', { name: 'New secret of the webhook', exact: true }).innerText();
    noteSecret(made.trim());
    // Another admin is faster.
    const path = `/connections?project_id=${project.id}`;
    const connection = items(await ok('GET', path), 'connections')[0] ?? assert.fail('no connection');
    const address = `/connections/${String(connection['id'])}?project_id=${project.id}`;
    await ok('PATCH', address, { body: { target: 'acme/other', expected_version: connection['version'] } });
    await save.click();
    const row = edit.getByRole('table', { name: 'What differs' }).getByRole('row', { name: 'Tickets go to' });
    assert.match(await row.innerText(), /acme\/other\s+acme\/web/);
    await save.click();
    await edit.waitFor({ state: 'detached' });
    const saved = await ok('GET', address);
    assert.deepEqual([saved['target'], saved['accepts_webhooks']], ['acme/web', true]);
    assert.ok(!(await page.content()).includes(made.trim()));
    await page.getByRole('button', { name: 'Delete Tickets' }).click();
    const confirm = page.getByRole('dialog', { name: 'Delete this connection?' });
    await confirm.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('The project has no connection yet').waitFor();
  });

  it('shows usage, and filters and verifies the audit log', async () => {
    const { page } = await open('usage');
    await page.getByText('Nothing was received in this month.').waitFor();
    await page.getByRole('link', { name: 'Audit log' }).click();
    await page.getByRole('searchbox', { name: 'Operation' }).fill('projects.create');
    await page.waitForURL(/operation=projects\.create/);
    await rowOf(page, 'Audit log', 'projects.create').first().waitFor();
    await page.getByRole('button', { name: 'Verify' }).click();
    const dialog = page.getByRole('dialog', { name: 'Is the audit log complete?' });
    await dialog.getByText('Each entry has the hash of the one before it.').waitFor();
  });

  it('ends another session of the user, and not the one that is looked at', async () => {
    const person = await newPerson('ROLE_MEMBER');
    const [{ cookie }, other] = [await signIn(person), await signIn(person)];
    const opened = await suite().openBlank({ cookie });
    await opened.goto(`/p/${project.slug}/settings/sessions`);
    const { page } = opened;
    const rows = page.getByRole('table', { name: 'Your sessions' }).getByRole('row');
    const current = rows.filter({ hasText: 'this one' }).getByRole('button');
    assert.match((await current.getAttribute('title')) ?? '', /^Sign out/);
    await rows.filter({ hasNotText: 'this one' }).getByRole('button').click();
    const confirm = page.getByRole('dialog', { name: 'End this session?' });
    await confirm.getByRole('button', { name: 'End the session' }).click();
    await page.getByText('Ended the session').waitFor();
    await eventually('the other session has ended', async () => {
      return (await other.request('GET', '/users/me')).status === 401;
    });
  });

  it('leads to the settings of the first project where an address names none', async () => {
    const { page } = await open('keys');
    for (const address of ['/settings/keys', '/configure/keys', '/configure/keys/new']) {
      await page.goto(`${address}?ended=1`);
      await page.waitForURL(/\/p\/[^/]+\/settings\/keys\?ended=1$/);
    }
    await page.goto('/start');
    await page.waitForURL(/\/p\/[^/]+\/?$/);
  });

  it('tells viewers what their role does not permit', async () => {
    const { page } = await open('', { role: 'ROLE_VIEWER' });
    await page.getByRole('heading', { level: 1, name: 'Settings: Members' }).waitFor();
    assert.equal(await titleOf(page, 'Invite'), 'Your role does not have invitations:write.');
    await page.getByText('Your role does not have invitations:read.').waitFor();
    await page.getByRole('link', { name: 'API keys' }).click();
    await page.getByText('Your role does not have api_keys:read. An admin of the organization can grant it.').waitFor();
    await page.getByRole('link', { name: 'Channels' }).click();
    assert.equal(await titleOf(page, 'New channel'), 'Your role does not have notifications:write.');
  });

  it('is accessible in both themes, and fits into a phone', async () => {
    for (const section of ['keys', 'members', 'channels', 'connections', 'usage', 'audit', 'sessions']) {
      const opened = await open(section);
      await opened.settled();
      const empty = opened.page.getByText(/^(The project has no (channel|connection) yet|Nothing was received)/);
      await opened.page.getByRole('row').nth(1).or(empty).first().waitFor();
      assert.deepEqual(await axeViolations(opened.page), [], section);
      const phone = await open(section, { viewport: PHONE });
      await phone.settled();
      await phone.assertFits();
    }
  });
});
