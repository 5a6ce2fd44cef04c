import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { ok } from '../../api.js';
import { axeViolations } from '../axe.js';
import { PHONE } from '../console-page.js';
import { describeConsole } from '../console-suite.js';
import { seedCustomers } from '../seed/customers.js';
import { SeededProject } from '../seed/project.js';

const NOT_PERMITTED = 'Your role does not have flags:write.';

describeConsole('the pages of flags', (suite) => {
  let project: SeededProject;
  beforeAll(async () => {
    project = await SeededProject.make();
    await seedCustomers(project);
  });

  const open = async (path: string, options = {}) => suite().open(`/p/${project.slug}/${path}`, options);
  const rowOf = (page: Page, text: string) =>
    page.getByRole('grid', { name: 'Flags' }).getByRole('row').filter({ hasText: text });
  const read = (key: string) => project.get(`/flags/${key}`);

  it('searches and filters in the address, and says for whom a flag is on and why', async () => {
    const { page } = await open('flags');
    await rowOf(page, 'new-checkout').getByText('plan is pro: 100 %, or 1 more rule').waitFor();
    await page.getByRole('button', { name: 'Inactive' }).click();
    await page.waitForURL(/state=inactive/);
    await rowOf(page, 'dark-mode').waitFor({ state: 'detached' });
    await rowOf(page, 'old-search').getByText('Off for everyone').waitFor();
    await page.goBack();
    await page.getByRole('searchbox', { name: 'Search flags' }).fill('checkout');
    await page.waitForURL(/q=checkout/);
    await rowOf(page, 'dark-mode').waitFor({ state: 'detached' });
    await rowOf(page, 'new-checkout').click();
    await page.waitForURL(/open=new-checkout/);
    const panel = page.getByRole('region', { name: 'new-checkout' });
    await panel.getByRole('list', { name: 'Rules' }).getByText('25 % of them get it').waitFor();
    const grace = panel.getByRole('row', { name: /^grace/ });
    await grace.getByText('on', { exact: true }).waitFor();
    await grace.getByText('Rule 1: All conditions of the group hold.').waitFor();
    await panel.getByRole('textbox', { name: 'Evaluate for a distinct ID' }).fill('ada');
    await panel.getByRole('button', { name: 'Evaluate' }).click();
    await panel.getByText('Rule 1: plan is pro (it is "free")').waitFor();
    await panel.getByRole('table', { name: 'Changes of the flag' }).getByText('created').waitFor();
    await panel.getByRole('link', { name: 'Open the flag alone' }).click();
    await page.getByRole('heading', { level: 1, name: 'new-checkout' }).waitFor();
  });

  it('makes a flag that is off for everyone, and shows what its first rule would do before it is saved', async () => {
    const { page } = await open('flags');
    await page.getByRole('button', { name: 'New flag' }).click();
    const dialog = page.getByRole('dialog', { name: 'New flag' });
    await dialog.getByRole('textbox', { name: 'Key' }).fill('fast search');
    await dialog
      .getByRole('paragraph')
      .filter({ hasText: /^Letters, digits/ })
      .waitFor();
    assert.equal(await dialog.getByRole('button', { name: 'Create' }).getAttribute('aria-disabled'), 'true');
    await dialog.getByRole('textbox', { name: 'Key' }).fill('fast-search');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.waitForURL(/flags\/fast-search\?edit=1/);
    await page.getByText('The draft changes nothing for them.').waitFor();
    await page.getByRole('button', { name: 'Add a rule' }).click();
    const rule = page.getByRole('group', { name: 'Rule 1' });
    await rule.getByRole('button', { name: 'Add a condition' }).click();
    await page.getByText('The draft is evaluated once everything that is marked is corrected.').waitFor();
    await rule.getByRole('textbox', { name: 'Property' }).fill('name');
    await rule.getByRole('combobox', { name: 'Operator' }).selectOption('starts with');
    await rule.getByRole('textbox', { name: 'Value' }).fill('Grace');
    await page.getByText('The draft changes something for 1 of them: 1 from off to on.').waitFor();
    assert.deepEqual((await read('fast-search'))['filters'] ?? { groups: [] }, { groups: [] });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('list', { name: 'Rules' }).getByText('name starts with Grace').waitFor();
    assert.deepEqual((await read('fast-search'))['filters'], {
      groups: [{ conditions: [{ type: 'person', key: 'name', operator: 'starts_with', value: 'Grace' }] }],
    });
  });

  it('shows the same draft as JSON, and names the place of a mistake in it', async () => {
    const { page } = await open('flags/new-checkout?edit=1');
    await page.getByRole('button', { name: 'Edit as JSON' }).click();
    const text = page.getByRole('textbox', { name: 'Flag as JSON' });
    const json = await text.inputValue();
    await text.fill(json.replace('"eq"', '"is"'));
    const mistakes = page.getByRole('status', { name: 'Mistakes' }).or(page.getByRole('list', { name: 'Mistakes' }));
    await mistakes.getByText(/^filters\.groups\[0\]\.conditions\[0\]\.operator must be one of eq/).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Save' }).getAttribute('aria-disabled'), 'true');
    await text.fill(json.replace('"pro"', '"free"'));
    await page.getByText(/^The draft changes something for \d+ of them/).waitFor();
    await page.getByRole('button', { name: 'Edit as a form' }).click();
    const rule = page.getByRole('group', { name: 'Rule 1' });
    assert.equal(await rule.getByRole('textbox', { name: 'Value' }).inputValue(), 'free');
  });

  it('says what has changed when another member was faster, and saves over it only when asked', async () => {
    const opened = await open('flags/dark-mode?edit=1');
    opened.tolerate(/status of 409/);
    const { page } = opened;
    await page.getByRole('textbox', { name: 'Share in %' }).fill('100');
    await page.getByText(/^The draft changes something for \d+ of them: \d+ from off to on\.$/).waitFor();
    await ok('PATCH', `/flags/dark-mode?project_id=${project.id}`, { body: { name: 'Dark colours' } });
    await page.getByRole('button', { name: 'Save' }).click();
    const dialog = page.getByRole('dialog', { name: 'The flag has changed' });
    await dialog.getByRole('row', { name: 'Name Dark mode Dark colours Dark colours' }).waitFor();
    assert.equal((await read('dark-mode'))['version'], 2);
    await dialog.getByRole('button', { name: 'Save mine over it' }).click();
    await page.getByRole('list', { name: 'Rules' }).getByText('All get it').waitFor();
    assert.equal((await read('dark-mode'))['name'], 'Dark colours');
    await page.getByRole('table', { name: 'Changes of the flag' }).getByText('rules', { exact: true }).waitFor();
  });

  it('deactivates and activates, and deletes only what no other flag depends on', async () => {
    const condition = { type: 'flag', key: 'old-search', operator: 'eq', value: true };
    await project.post('/flags', { key: 'dependent', filters: { groups: [{ conditions: [condition] }] } });
    const { page } = await open('flags/old-search');
    await page.getByRole('button', { name: 'Activate' }).click();
    await page.getByRole('button', { name: 'Deactivate' }).click();
    await page.getByRole('button', { name: 'Activate' }).waitFor();
    await page.getByRole('table', { name: 'Changes of the flag' }).getByText('state: on → off').waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete this flag?' });
    await dialog.getByText('so it cannot be deleted: dependent.').waitFor();
    assert.equal(await dialog.getByRole('button', { name: 'Delete' }).getAttribute('aria-disabled'), 'true');
    await ok('DELETE', `/flags/dependent?project_id=${project.id}`);
    await page.reload();
    await page.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByText('No exposure was recorded in the last 7 days').waitFor();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await rowOf(page, 'new-checkout').waitFor();
    assert.equal(await rowOf(page, 'old-search').count(), 0);
  });

  it('finds a flag in the palette', async () => {
    const { page } = await open('');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Page, action or ID' }).fill('new-checkout');
    await page.getByRole('option', { name: /new-checkout|New checkout/ }).click();
    await page.getByRole('heading', { level: 1, name: 'new-checkout' }).waitFor();
  });

  it('shows viewers who gets what, and tells them why they cannot change it', async () => {
    const { page } = await open('flags/new-checkout?edit=1', { role: 'ROLE_VIEWER' });
    await page
      .getByRole('row', { name: /^grace/ })
      .getByText('on', { exact: true })
      .waitFor();
    for (const name of ['Deactivate', 'Edit', 'Delete']) {
      const button = page.getByRole('button', { name, exact: true });
      assert.equal(await button.getAttribute('aria-disabled'), 'true');
      assert.equal(await button.getAttribute('title'), NOT_PERMITTED);
    }
    await page.getByRole('main').getByRole('link', { name: 'All flags' }).click();
    assert.equal(await page.getByRole('button', { name: 'New flag' }).getAttribute('title'), NOT_PERMITTED);
  });

  it('is accessible in both themes, and fits into a phone', async () => {
    for (const [path, ready] of [
      ['flags?open=new-checkout', 'Who gets what'],
      ['flags/new-checkout?edit=1&id=ada', 'Who would get what'],
    ] as const) {
      const opened = await open(path);
      await opened.page.getByText(ready).waitFor();
      await opened.settled();
      assert.deepEqual(await axeViolations(opened.page), [], path);
      const phone = await open(path, { viewport: PHONE });
      await phone.page.getByText(ready).waitFor();
      await phone.assertFits();
    }
  });
});
