import assert from 'node:assert/strict';
import { eventually } from '@svc/testing';
import { generateSync } from 'otplib';
import { api } from '../../api.js';
import { noteSecret } from '../../secrets.js';
import { newPerson, signIn } from '../../workspace/person.js';
import { axeViolations } from '../axe.js';
import { describeConsole } from '../console-suite.js';

describeConsole('the account of a user', (suite) => {
  it('changes name, time zone and theme, and adds and deletes a contact method', async () => {
    const browser = await signIn(await newPerson('ROLE_MEMBER'));
    const opened = await suite().openBlank({ cookie: browser.cookie });
    await opened.goto('/p/default/settings/profile');
    const { page } = opened;
    const save = page.getByRole('button', { name: 'Save' });
    assert.equal(await save.getAttribute('title'), 'Nothing was changed.');
    await page.getByRole('textbox', { name: 'Name' }).fill('Ada Lovelace');
    const zone = page.getByRole('combobox', { name: 'Time zone' });
    await zone.fill('Mars/Olympus');
    await page.getByText(/^There is no such zone/).waitFor();
    await zone.fill('asia/tokyo');
    await save.click();
    await page.getByText('Saved your profile').waitFor();
    await page.getByRole('combobox', { name: 'Theme' }).selectOption('Dark theme');
    await eventually('the profile is stored', async () => {
      const { json } = await browser.request('GET', '/users/me');
      assert.deepEqual([json['name'], json['time_zone']], ['Ada Lovelace', 'Asia/Tokyo']);
      return json['preferences']?.['theme'] === 'dark';
    });

    await page.getByRole('link', { name: 'Contact methods' }).click();
    await page.getByText('You have no contact method yet').waitFor();
    await page.getByRole('button', { name: 'Add a contact method' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a contact method' });
    // Other specs have channels for text messages in the same organization, but none that calls.
    await dialog.getByRole('combobox', { name: 'Type' }).selectOption('Telephone call');
    await dialog.getByRole('textbox', { name: 'Number' }).fill('0170 1234567');
    await dialog.getByText('A number begins with + and the code of its country.').waitFor();
    await dialog.getByRole('textbox', { name: 'Number' }).fill('+49 170 1234567');
    await dialog.getByRole('button', { name: 'Add' }).click();
    const row = page.getByRole('table', { name: 'Contact methods' }).getByRole('row', { name: '+491701234567' });
    await row.getByText(/^Pages do not reach it/).waitFor();
    await page.getByRole('button', { name: 'Delete +491701234567' }).click();
    const confirm = page.getByRole('dialog', { name: 'Delete this contact method?' });
    await confirm.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('You have no contact method yet').waitFor();
  });

  it('sets up an authenticator, shows key and recovery codes once, and removes it with both factors', async () => {
    const person = await newPerson('ROLE_MEMBER');
    const other = await signIn(person);
    const opened = await suite().openBlank({ cookie: (await signIn(person)).cookie });
    opened.tolerate(/status of 400/);
    await opened.goto('/p/default/settings/sessions');
    const { page } = opened;
    await page.getByRole('button', { name: 'Set up an authenticator' }).click();
    const dialog = page.getByRole('dialog', { name: 'Set up an authenticator' });
    const secret = noteSecret(
      await dialog.getByRole('group', { name: 'Key of the authenticator', exact: true }).innerText(),
    );
    assert.deepEqual(await axeViolations(page), []);
    await dialog.getByRole('textbox', { name: 'Code' }).fill(generateSync({ secret }));
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    const shown = await page.getByRole('group', { name: 'Recovery codes', exact: true }).innerText();
    const codes = shown.trim().split('\n').map(noteSecret);
    assert.equal(codes.length, 10);
    const stored = await page.evaluate<string>(
      `JSON.stringify([location.href, history.state, localStorage, sessionStorage])`,
    );
    for (const text of [secret, ...codes]) assert.ok(!stored.includes(text));
    await page.getByRole('button', { name: 'I have stored it' }).click();
    const content = await page.content();
    for (const text of [secret, ...codes]) assert.ok(!content.includes(text));
    await eventually('the other session has ended', async () => {
      return (await other.request('GET', '/users/me')).status === 401;
    });
    await page.getByRole('button', { name: 'Set up an authenticator' }).waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Remove the authenticator' }).click();
    const remove = page.getByRole('dialog', { name: 'Remove the authenticator?' });
    await remove.getByLabel('Your password').fill(person.password);
    await remove.getByRole('button', { name: 'Remove' }).click();
    await remove.getByText(/one of the authenticator or a recovery code/).waitFor();
    await remove.getByRole('textbox', { name: 'Code' }).fill(codes[0] ?? '');
    await remove.getByRole('button', { name: 'Remove' }).click();
    await remove.waitFor({ state: 'detached' });
    const { email, password } = person;
    const { status } = await api('POST', '/auth/login', { key: null, body: { email, password } });
    assert.equal(status, 200);
  });
});

describeConsole('the rules of an organization', (suite) => {
  it('says what a rule would do before it is saved, and shows what another admin has saved meanwhile', async () => {
    const opened = await suite().open('/p/default/settings/security');
    opened.tolerate(/status of 409/);
    const { page } = opened;
    const idle = page.getByRole('textbox', { name: 'Minutes before an unused session ends' });
    const save = page.getByRole('button', { name: 'Save the rules' });
    await page.getByText('Set up a second factor for yourself first.').waitFor();
    assert.ok(await page.getByRole('checkbox', { name: 'Require a second factor' }).isDisabled());
    await idle.fill('4');
    await page.getByText('A number from 5 to 43200, or nothing for no limit.').waitFor();
    await idle.fill('43200');
    await page.getByRole('status', { name: 'What saving does' }).getByText('43200 minutes').waitFor();
    const other = await signIn(await newPerson('ROLE_ADMIN'));
    const set = async (minutes: number): Promise<void> => {
      const { json: rules } = await other.request('GET', '/account/security');
      const body = { session_idle_minutes: minutes, expected_version: rules['version'] };
      assert.equal((await other.request('PUT', '/account/security', body)).status, 200);
    };
    await set(43_100);
    await save.click();
    const row = page.getByRole('table', { name: 'What differs' }).getByRole('row').nth(1);
    assert.match(await row.innerText(), /43100\s+43200/);
    await save.click();
    await page.getByText('Saved the rules').waitFor();
    assert.equal((await other.request('GET', '/account/security')).json['session_idle_minutes'], 43_200);
    await set(0);

    const viewer = await suite().open('/p/default/settings/security', { role: 'ROLE_VIEWER' });
    const title = await viewer.page.getByRole('button', { name: 'Save the rules' }).getAttribute('title');
    assert.equal(title, 'Your role does not have security:write.');
  });
});
