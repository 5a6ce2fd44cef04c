import assert from 'node:assert/strict';
import { eventually } from '@svc/testing';
import type { Page } from 'playwright-core';
import { items } from '../../reference/recorder.js';
import { axeViolations } from '../axe.js';
import { PHONE } from '../console-page.js';
import { describeConsole } from '../console-suite.js';
import { BEYOND_EXACT, HOSTILE_BODIES, seedLogs } from '../seed/hostile-logs.js';
import { SeededProject } from '../seed/project.js';

const HOUR_MS = 3_600_000;

describeConsole('the page of logs', (suite) => {
  let project: SeededProject;
  beforeAll(async () => {
    project = await SeededProject.make();
    await seedLogs(project, Date.now() - HOUR_MS / 2);
  });

  const open = async (search = '', options = {}) => suite().open(`/p/${project.slug}/logs${search}`, options);
  const rows = (page: Page) => page.getByRole('grid', { name: 'Log records' }).getByRole('row');
  const firstRow = (page: Page, text: string) => rows(page).filter({ hasText: text }).first();

  it('searches with completion, and says where a query is wrong', async () => {
    const opened = await open();
    opened.tolerate(/status of 400/);
    const { page } = opened;
    const search = page.getByRole('combobox', { name: 'Search logs' });
    await search.click();
    await search.pressSequentially('leve');
    await page.getByRole('option', { name: /^level \d/ }).waitFor();
    await page.keyboard.press('Tab');
    await page.getByRole('option', { name: /^error/ }).click();
    await page.keyboard.press('Enter');
    await page.waitForURL(/q=level:error/);
    await firstRow(page, 'payment refused').waitFor();
    await firstRow(page, 'cache miss').waitFor({ state: 'detached' });

    await search.fill('level:error AND (');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('at position 18').waitFor();
  });

  it('brings filters and rows back with the history', async () => {
    const opened = await open('?q=payment');
    const { page } = opened;
    await firstRow(page, 'payment refused').waitFor();
    await page.getByRole('button', { name: 'warn', exact: true }).click();
    await page.waitForURL(/level=warn/);
    await page.goBack();
    await page.waitForURL((url) => !url.searchParams.has('level'));
    assert.equal(await page.getByRole('combobox', { name: 'Search logs' }).inputValue(), 'payment');
    await firstRow(page, 'payment refused').waitFor();
  });

  it('opens a record with its attributes, filters by a value, and shows the records around it', async () => {
    const opened = await open('?q=order');
    const { page } = opened;
    await firstRow(page, 'order 4711').click();
    await page.waitForURL(/open=/);
    const attributes = page.getByRole('region', { name: /^info/ });
    await attributes.getByText('order.id').waitFor();
    await attributes.getByRole('button', { name: 'Actions for level.name' }).click();
    await page.getByRole('menuitem', { name: 'Exclude this value' }).click();
    await page.waitForURL(/NOT\+level.name:info/);
    await page.getByText('No records').waitFor();
    await page.getByRole('button', { name: 'Remove the filters' }).click();
    await firstRow(page, 'payment refused').waitFor();
  });

  it('moves with the keyboard, and closes the details with Escape', async () => {
    const opened = await open();
    const { page } = opened;
    await rows(page).nth(2).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.waitForURL(/open=/);
    await page.keyboard.press('Escape');
    await page.waitForURL((url) => !url.searchParams.has('open'));
  });

  it('follows records as they arrive, and holds them while a record is open', async () => {
    const opened = await open('?live=1');
    const { page } = opened;
    const live = page.getByRole('grid', { name: 'Log records as they arrive' });
    await page.getByText('Live. Records appear as they arrive.').waitFor();
    await sendLine(project, 'the tail sees this');
    await live.getByText('the tail sees this').click();
    await page.waitForURL(/open=/);
    await sendLine(project, 'this one waits');
    await page.getByRole('button', { name: '1 new' }).waitFor();
    assert.equal(await live.getByText('this one waits').count(), 0);
    await page.getByRole('button', { name: '1 new' }).click();
    await live.getByText('this one waits').waitFor();
  });

  it('deletes one record after a question, which a viewer cannot', async () => {
    await sendLine(project, 'please forget me');
    await eventually(
      'the record can be read',
      async () => items(await project.get('/logs?q=forget'), 'logs').length === 1,
    );
    const viewer = await open('?q=forget', { role: 'ROLE_VIEWER' });
    await viewer.page.getByRole('grid').getByText('please forget me').click();
    const reason = await viewer.page.getByRole('button', { name: 'Delete the record' }).getAttribute('title');
    assert.equal(reason, 'Your role does not have logs:write.');
    const { page } = await open('?q=forget');
    await page.getByRole('grid').getByText('please forget me').click();
    await page.getByRole('button', { name: 'Delete the record' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete this record?' });
    await dialog.getByRole('button', { name: 'Delete permanently' }).click();
    await page.getByText('No records').waitFor();
  });

  it('groups records by pattern, and narrows the range with a bar of the chart', async () => {
    const opened = await open('?view=patterns');
    const { page } = opened;
    await page.getByRole('grid', { name: 'Patterns' }).getByText('payment refused').first().waitFor();
    await page.getByRole('button', { name: 'Records', exact: true }).click();
    const chart = page.getByRole('application', { name: /Log records over time/ });
    await chart.focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await page.waitForURL(/from=\d{4}-/);
  });

  it('shows texts from outside as they are, and runs nothing of them', async () => {
    const opened = await open('?q=hostile.kind:*');
    const { page } = opened;
    for (const text of ['<img src=x', '=HYPERLINK', '{{7*7}}', 'تم رفض']) await firstRow(page, text).waitFor();
    await firstRow(page, 'desufer').getByText('RLO').waitFor();
    for (const kind of ['html', 'ansi', 'lines']) {
      await page.goto(`/p/${project.slug}/logs?q=hostile.kind:${kind}`);
      await rows(page).nth(1).click();
      await page.getByRole('region', { name: /^warn/ }).getByText('hostile.kind').waitFor();
    }
    assert.equal(await page.evaluate('globalThis.ran'), undefined);
    assert.ok(HOSTILE_BODIES.size > 10);
  });

  it('shows and copies integers exactly', async () => {
    const opened = await open('?q=account.balance:*');
    const { page } = opened;
    await rows(page).nth(1).click();
    await page.getByRole('region', { name: /^info/ }).getByText(String(BEYOND_EXACT), { exact: true }).waitFor();
  });

  it('saves a search, and exports its records', async () => {
    const opened = await open('?q=payment');
    const { page } = opened;
    await page.getByRole('button', { name: 'Saved' }).click();
    await page.getByRole('menuitem', { name: 'Save this search' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Payments');
    await page.getByRole('button', { name: 'Save for me' }).click();
    await page.getByText('Saved the search.').waitFor();
    await page.goto(`/p/${project.slug}/logs`);
    await page.getByRole('button', { name: 'Saved' }).click();
    await page.getByRole('menuitem', { name: 'Payments' }).click();
    await page.waitForURL(/q=payment/);
    await page.getByRole('button', { name: 'Saved' }).click();
    await page.getByRole('menuitem', { name: 'Manage saved searches' }).click();
    await page.getByRole('grid', { name: 'Saved searches' }).getByRole('row', { name: 'Payments' }).waitFor();
    await page.goBack();
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Export these records' });
    await dialog.getByRole('button', { name: 'Export', exact: true }).click();
    await dialog.getByRole('link', { name: 'Download the file' }).waitFor();
  });

  it('is accessible in both themes, and fits into a phone', async () => {
    const opened = await open();
    await rows(opened.page).nth(1).click();
    await opened.page.getByText('Before and after').waitFor();
    await opened.settled();
    assert.deepEqual(await axeViolations(opened.page), []);
    const phone = await open('', { viewport: PHONE });
    await phone.assertFits();
    await rows(phone.page).nth(1).click();
    await phone.page.getByText('Before and after').waitFor();
    await phone.assertFits();
    await eventually('the details can be closed', async () => {
      await phone.page.getByRole('button', { name: 'Close the details' }).click();
      return true;
    });
  });
});

async function sendLine(project: SeededProject, text: string): Promise<void> {
  const item = { timeUnixNano: `${Date.now()}000000`, severityNumber: 9, body: { stringValue: text } };
  await project.send('logs', [{ service: 'tail', resource: {}, item }]);
}
