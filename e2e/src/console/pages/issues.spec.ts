import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { items } from '../../reference/recorder.js';
import { axeViolations } from '../axe.js';
import { PHONE } from '../console-page.js';
import { describeConsole } from '../console-suite.js';
import { seedErrors } from '../seed/errors.js';
import { SeededProject } from '../seed/project.js';

const RELEASE = '1.4.2';

describeConsole('the pages of issues and releases', (suite) => {
  let project: SeededProject;
  let issueId: string;
  beforeAll(async () => {
    project = await SeededProject.make();
    await project.post('/releases', { release: RELEASE, deployed_at: new Date(Date.now() - 1_800_000).toISOString() });
    issueId = await seedErrors(project, 'ada', 'shop@2.0.0');
  });

  const open = async (path: string, options = {}) => suite().open(`/p/${project.slug}/${path}`, options);
  const rows = (page: Page, list = 'Issues') => page.getByRole('grid', { name: list }).getByRole('row');
  const rowOf = (page: Page, text: string) => rows(page).filter({ hasText: text });
  const find = async (type: string) =>
    items(await project.get('/issues'), 'issues').find((issue) => issue['type'] === type) ?? assert.fail(type);

  it('searches and filters in the address, and brings both back with the history', async () => {
    const { page } = await open('issues');
    await rowOf(page, 'TypeError')
      .getByRole('img', { name: /^Events in each of the last 24 hours/ })
      .waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('declined');
    await page.keyboard.press('Enter');
    await page.waitForURL(/q=declined/);
    await rowOf(page, 'TypeError').waitFor({ state: 'detached' });
    await rowOf(page, 'CardDeclined').waitFor();
    await page.getByRole('button', { name: 'new', exact: true }).click();
    await page.waitForURL(/status=ongoing/);
    await page.getByText(/No issue with the status ongoing, containing “declined” had an event/).waitFor();
    await page.goBack();
    await rowOf(page, 'CardDeclined').waitFor();
    assert.equal(await page.getByRole('searchbox').inputValue(), 'declined');
    await page.getByRole('searchbox').fill('');
    await rowOf(page, 'TypeError').waitFor();
    await page.getByRole('combobox', { name: 'Assignee' }).selectOption('Me');
    await page.getByRole('button', { name: 'Remove the filters' }).click();
    await rowOf(page, 'TypeError').waitFor();
  });

  it('shows the stack with own code first, why errors are one issue, and whom they affected', async () => {
    const { page } = await open('issues');
    await rowOf(page, 'TypeError').click();
    await page.waitForURL(new RegExp(`open=${issueId}`));
    const panel = page.getByRole('region', { name: /^TypeError: Cannot read/ });
    const stack = panel.getByRole('list', { name: 'Stack' });
    await stack.getByText('applyDiscount').waitFor();
    assert.equal(await stack.getByText('Layer.handle').count(), 0);
    await stack.getByRole('button', { name: '1 frame of a library' }).click();
    await stack.getByText('Layer.handle').waitFor();
    await panel.getByRole('button', { name: 'As sent' }).click();
    await panel.getByRole('group', { name: 'Stack as it was sent' }).getByText('at checkout (/srv/shop').waitFor();
    await panel.getByRole('button', { name: 'Explain' }).click();
    await panel.getByText('frames of the application').waitFor();
    await panel.getByText('Affected persons: 2').waitFor();
    await panel.getByRole('table', { name: 'Affected persons' }).getByText('grace').waitFor();
    await panel.getByRole('link', { name: 'Open the issue alone' }).click();
    await page.getByRole('heading', { level: 1, name: /^TypeError/ }).waitFor();
  });

  it('resolves with a key in the list, and undoes it with another', async () => {
    const { page } = await open('issues');
    await rowOf(page, 'TimeoutError').waitFor();
    const titles = await rows(page).allInnerTexts();
    const index = titles.findIndex((text) => text.includes('TimeoutError'));
    for (let nth = 0; nth < index; nth += 1) await page.keyboard.press('j');
    await page.keyboard.press('e');
    const done = page.getByRole('status').filter({ hasText: 'Resolved.' });
    await done.getByText('TimeoutError').waitFor();
    await rowOf(page, 'TimeoutError').waitFor({ state: 'detached' });
    assert.equal((await find('TimeoutError'))['status'], 'resolved');
    await page.keyboard.press('z');
    await rowOf(page, 'TimeoutError').getByText('ongoing').waitFor();
  });

  it('says what has changed when another member was faster, and applies the change again', async () => {
    const opened = await open('issues');
    opened.tolerate(/status of 409/);
    const { page } = opened;
    await rowOf(page, 'CardDeclined').click();
    const panel = page.getByRole('region', { name: /^CardDeclined/ });
    await panel.getByRole('button', { name: 'Resolve' }).waitFor();
    const { id, version } = await find('CardDeclined');
    await project.post(`/issues/${String(id)}/ignore`, { expected_version: version });
    await panel.getByRole('button', { name: 'Resolve' }).click();
    const dialog = page.getByRole('dialog', { name: 'The issue has changed' });
    await dialog.getByRole('row', { name: 'Status new ignored' }).waitFor();
    assert.equal((await find('CardDeclined'))['status'], 'ignored');
    await dialog.getByRole('button', { name: 'Apply again' }).click();
    await page.getByRole('status').filter({ hasText: 'Resolved.' }).waitFor();
    assert.equal((await find('CardDeclined'))['status'], 'resolved');
    await panel.getByRole('button', { name: 'Reopen' }).click();
    await panel.getByRole('button', { name: 'Resolve' }).waitFor();
  });

  it('snoozes until a condition, and assigns', async () => {
    const { id } = await find('RangeError');
    const { page } = await open(`issues/${String(id)}`);
    await page.getByRole('combobox', { name: 'Assignee' }).selectOption('Me');
    await page.getByText('Assigned to you.').waitFor();
    await page.getByRole('button', { name: 'Snooze' }).click();
    const dialog = page.getByRole('dialog', { name: 'Snooze this issue' });
    await dialog.getByRole('button', { name: 'Events' }).click();
    await dialog.getByRole('textbox', { name: 'Events' }).fill('0');
    await dialog.getByText('Type a whole number').waitFor();
    await dialog.getByRole('textbox', { name: 'Events' }).fill('250');
    await dialog.getByRole('button', { name: 'Snooze until 250 more events' }).click();
    await page.getByText('until 250 events, 0 so far').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Resolve' }).waitFor();
  });

  it('merges another issue, and separates it again', async () => {
    const { page } = await open(`issues/${issueId}`);
    await page.getByRole('button', { name: 'Merge' }).click();
    const dialog = page.getByRole('dialog', { name: 'Merge into this issue' });
    await dialog.getByRole('checkbox', { name: /CardDeclined/ }).check();
    await dialog.getByRole('button', { name: 'Merge 1' }).click();
    const merged = page.getByRole('table', { name: 'Merged issues' }).getByRole('row', { name: /CardDeclined/ });
    await merged.getByRole('button', { name: 'Unmerge' }).click();
    await page.getByRole('dialog', { name: 'Unmerge this issue?' }).getByRole('button', { name: 'Unmerge' }).click();
    await merged.waitFor({ state: 'detached' });
    assert.ok(await find('CardDeclined'));
  });

  it('explains the effect of a deploy, and finds releases in the palette', async () => {
    const { page } = await open('issues');
    await page.getByRole('main').getByRole('link', { name: 'Releases' }).click();
    await rows(page, 'Releases').filter({ hasText: RELEASE }).click();
    await page.waitForURL(/open=1\.4\.2/);
    const panel = page.getByRole('region', { name: RELEASE });
    await panel.getByText('Effect of the deploy').waitFor();
    await panel.getByRole('row', { name: /^After \d+/ }).waitFor();
    await panel.getByRole('table', { name: 'Issues of the release' }).getByText('TypeError').waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Page, action or ID' }).fill('shop@2');
    await page.getByRole('option', { name: /shop@2\.0\.0/ }).click();
    await page.getByRole('heading', { level: 1, name: 'shop@2.0.0' }).waitFor();
    await page.getByText('No deploy was recorded').waitFor();
    await page.getByRole('link', { name: /^RangeError/ }).click();
    await page.getByRole('heading', { level: 1, name: /^RangeError/ }).waitFor();
  });

  it('tells viewers why they cannot change an issue', async () => {
    const { page } = await open(`issues/${issueId}`, { role: 'ROLE_VIEWER' });
    const resolve = page.getByRole('button', { name: 'Resolve' });
    await resolve.waitFor();
    assert.equal(await resolve.getAttribute('aria-disabled'), 'true');
    assert.equal(await resolve.getAttribute('title'), 'Your role does not have issues:write.');
    await page.keyboard.press('e');
    await page.getByText('Your role does not have issues:write.').waitFor();
  });

  it('is accessible in both themes, and fits into a phone', async () => {
    for (const [path, ready] of [
      [`issues?open=${issueId}`, 'Affected persons: 2'],
      [`issues/${issueId}`, 'Affected persons: 2'],
      [`releases?open=${RELEASE}`, 'Effect of the deploy'],
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
