import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { api, ok } from '../../api.js';
import { items } from '../../reference/recorder.js';
import { noteSecret } from '../../secrets.js';
import { axeViolations } from '../axe.js';
import { PHONE } from '../console-page.js';
import { describeConsole } from '../console-suite.js';
import { SeededProject } from '../seed/project.js';

describeConsole('the configuration of a project', (suite) => {
  let project: SeededProject;
  beforeAll(async () => {
    project = await SeededProject.make();
  });

  const open = (path: string, options = {}) => suite().open(`/p/${project.slug}/settings/${path}`, options);
  const at = (path: string) => `/settings/${path}?project_id=${project.id}`;

  it('has a code host that shows where a frame leads, what another admin has saved meanwhile, and that can be deleted', async () => {
    const opened = await open('codehost');
    opened.tolerate(/status of 409/);
    const { page } = opened;
    const form = page.getByRole('form', { name: 'Code host' });
    const repo = form.getByRole('textbox', { name: 'Repository' });
    const save = form.getByRole('button', { name: 'Save', exact: true });
    await repo.fill('https://github.com/acme/checkout');
    await form.getByText(/such as acme\/checkout; not an address/).waitFor();
    assert.equal(await save.getAttribute('title'), 'Correct what is marked first.');
    await repo.fill('acme/checkout');
    await form.getByRole('textbox', { name: 'Directory of the source' }).fill('services/checkout');
    await form.getByRole('textbox', { name: 'Try the file of a frame' }).fill('lib/cart.ts');
    const address = form.getByRole('group', { name: 'Address of the line', exact: true });
    await address.getByText('https://github.com/acme/checkout/blob/HEAD/services/checkout/lib/cart.ts#L42').waitFor();
    await save.click();
    await page.getByText('Saved the code host').waitFor();
    await page.getByText('Changed by').waitFor();
    const saved = await ok('GET', at('codehost'));
    assert.deepEqual(
      [saved['enabled'], saved['repo'], saved['repo_root']],
      [true, 'acme/checkout', 'services/checkout'],
    );
    assert.deepEqual(await axeViolations(page), []);

    await form.getByRole('checkbox', { name: 'Use the repository' }).uncheck();
    const body = { repo: 'acme/shop', expected_version: saved['version'] };
    await ok('PUT', at('codehost'), { body });
    await save.click();
    const row = form.getByRole('table', { name: 'What differs' }).getByRole('row', { name: /^Repository/ });
    assert.match(await row.innerText(), /acme\/shop\s+acme\/checkout/);
    await save.click();
    await save.and(page.getByTitle('Nothing was changed.')).waitFor();
    assert.equal((await ok('GET', at('codehost')))['enabled'], false);
    await page.getByRole('button', { name: 'Delete the code host' }).click();
    const confirm = page.getByRole('dialog', { name: 'Delete the code host?' });
    await confirm.getByRole('button', { name: 'Delete' }).click();
    await confirm.waitFor({ state: 'detached' });
    assert.equal(await repo.inputValue(), '');
    assert.equal((await api('DELETE', at('codehost'))).status, 404);
  });

  it('makes, changes and deletes entries, and never shows a secret', async () => {
    const opened = await open('configuration');
    opened.tolerate(/status of 409/);
    const { page } = opened;
    await page.getByText('The project has no entry yet').waitFor();
    await page.getByRole('button', { name: 'New entry' }).click();
    const dialog = page.getByRole('dialog', { name: 'New entry' });
    const save = dialog.getByRole('button', { name: 'Save', exact: true });
    await dialog.getByRole('textbox', { name: 'Key' }).fill('shop.limit');
    await dialog.getByRole('combobox', { name: 'Type' }).selectOption('Number');
    await dialog.getByRole('textbox', { name: 'Value' }).fill('five');
    assert.equal(await save.getAttribute('title'), 'A number such as 0.25.');
    await dialog.getByRole('textbox', { name: 'Value' }).fill('5');
    assert.deepEqual(await axeViolations(page), []);
    await save.click();
    const rows = page.getByRole('table', { name: 'Configuration entries' }).getByRole('row');
    await rows.filter({ hasText: 'shop.limit' }).getByText('number').waitFor();
    const [entry] = items(await ok('GET', at('config')), 'entries');
    assert.deepEqual([entry?.['config_type'], entry?.['config_value']], ['number', 5]);

    await page.getByRole('button', { name: 'New entry' }).click();
    const secret = noteSecret(`shh-${randomUUID()}`);
    await dialog.getByRole('textbox', { name: 'Key' }).fill('shop.limit');
    await dialog.getByText(/Edit that one/).waitFor();
    await dialog.getByRole('textbox', { name: 'Key' }).fill('shop.token');
    await dialog.getByRole('combobox', { name: 'Type' }).selectOption('Secret');
    await dialog.getByLabel('Value').fill(secret);
    await save.click();
    await rows.filter({ hasText: 'shop.token' }).getByText('stored, never shown').waitFor();
    const stored = `JSON.stringify([location.href, history.state, localStorage, sessionStorage])`;
    assert.ok(!(await page.evaluate<string>(stored)).includes(secret));
    assert.ok(!(await page.content()).includes(secret));

    await page.getByRole('button', { name: 'Edit shop.limit' }).click();
    await page.waitForURL(/open=shop\.limit/);
    const edit = page.getByRole('dialog', { name: 'Edit the entry' });
    await edit.getByRole('textbox', { name: 'Value' }).fill('7');
    await ok('PUT', at('config/shop.limit'), { body: { config_type: 'number', config_value: 6 } });
    await edit.getByRole('button', { name: 'Save', exact: true }).click();
    const differs = edit.getByRole('table', { name: 'What differs' }).getByRole('row', { name: /^Value/ });
    assert.match(await differs.innerText(), /6\s+7/);
    await edit.getByRole('button', { name: 'Save', exact: true }).click();
    await edit.waitFor({ state: 'detached' });
    assert.equal((await ok('GET', at('config/shop.limit')))['config_value'], 7);

    for (const key of ['shop.limit', 'shop.token']) {
      await page.getByRole('button', { name: `Delete ${key}` }).click();
      const confirm = page.getByRole('dialog', { name: 'Delete this entry?' });
      await confirm.getByRole('button', { name: 'Delete' }).click();
      await rows.filter({ hasText: key }).waitFor({ state: 'detached' });
    }
    await page.getByText('The project has no entry yet').waitFor();
  });

  it('sets an option of the service with the type that it needs, and shows it to roles that cannot change it', async () => {
    const { page } = await open('configuration');
    const options = page.getByRole('table', { name: 'Options of the service' });
    const row = options.getByRole('row').filter({ hasText: 'otlp.redaction' });
    await row.getByText('not set: off').waitFor();
    await row.getByRole('button', { name: 'Set otlp.redaction' }).click();
    const dialog = page.getByRole('dialog', { name: 'New entry' });
    await dialog.getByRole('combobox', { name: 'Type' }).selectOption('Text');
    await dialog.getByText('The service reads otlp.redaction, and needs the type boolean.').waitFor();
    await dialog.getByRole('combobox', { name: 'Type' }).selectOption('True or false');
    await dialog.getByRole('combobox', { name: 'Value' }).selectOption('True');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await row.getByText('true').waitFor();

    const viewer = await open('configuration', { role: 'ROLE_VIEWER', viewport: PHONE });
    const refusal = 'Your role does not have settings:write.';
    const titleOf = (name: string) => viewer.page.getByRole('button', { name }).getAttribute('title');
    await viewer.page.getByRole('row').filter({ hasText: 'true' }).first().waitFor();
    for (const name of ['New entry', 'Edit otlp.redaction', 'Set replay']) assert.equal(await titleOf(name), refusal);
    await viewer.assertFits();
    await viewer.goto(`/p/${project.slug}/settings/codehost`);
    assert.equal(await titleOf('Save'), refusal);
    assert.equal(await titleOf('Delete the code host'), refusal);
    await viewer.assertFits();
  });
});
