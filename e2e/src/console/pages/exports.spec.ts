import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { axeViolations } from '../axe.js';
import { PHONE } from '../console-page.js';
import { describeConsole } from '../console-suite.js';
import { seedRecords } from '../seed/dashboard.js';
import { SeededProject } from '../seed/project.js';

describeConsole('the page of exports', (suite) => {
  let project: SeededProject;
  beforeAll(async () => {
    project = await SeededProject.make();
    await seedRecords(project);
  });

  const open = async (path: string, options = {}) => suite().open(`/p/${project.slug}/${path}`, options);
  const rows = (page: Page) => page.getByRole('grid', { name: 'Exports' }).getByRole('row');
  const completed = (page: Page) => rows(page).filter({ hasText: 'completed' });

  it('makes an export, follows it until it is completed, and downloads its file', async () => {
    const { page } = await open('exports?from=-1d');
    await page.getByText('svc export create').waitFor();
    await page.getByRole('button', { name: 'New export' }).click();
    const dialog = page.getByRole('dialog', { name: 'New export' });
    await dialog.getByText('Of the time range of the page: Last day.').waitFor();
    await dialog.getByRole('textbox', { name: 'Filter' }).fill('level:error');
    assert.deepEqual(await axeViolations(page), []);
    await dialog.getByRole('button', { name: 'Export' }).click();
    const row = completed(page).filter({ hasText: 'logs as CSV q: level:error' });
    await row.getByText('3 rows').waitFor();
    await row.getByText(/^The file is deleted at/).waitFor();
    const downloading = page.waitForEvent('download');
    await row.getByRole('button', { name: 'Download the file' }).click();
    const file = await (await downloading).path();
    const lines = (await readFile(file, 'utf8')).trimEnd().split(/\r?\n/);
    assert.equal(lines.length, 4);
    assert.equal(lines.filter((line) => line.includes('payment declined')).length, 2);
    await row.getByText('q: level:error').click();
    await page.waitForURL(/open=/);
    const panel = page.getByRole('region', { name: 'logs as CSV' });
    await panel.getByText('SHA-256').waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
  });

  it('filters by state, and says that none has it', async () => {
    const { page } = await open('exports');
    await completed(page).waitFor();
    await page.getByRole('group', { name: 'State' }).getByRole('button', { name: 'failed' }).click();
    await page.waitForURL(/status=failed/);
    await page.getByText('No export is failed.').waitFor();
    await page.getByRole('button', { name: 'Show all exports' }).click();
    await completed(page).waitFor();
  });

  it('says what is lost before it cancels, and why an export that has ended cannot be cancelled', async () => {
    const opened = await suite().openBlank({ cookie: await suite().cookie('ROLE_ADMIN') });
    opened.tolerate(/409/);
    const { page } = opened;
    // A list that was read before the export ended.
    await page.route('**/api/v1/export/jobs?*', async (route) => {
      const answer = await route.fetch();
      const text = await answer.text();
      await route.fulfill({ response: answer, body: text.replaceAll('"completed"', '"running"') });
    });
    await page.goto(`/p/${project.slug}/exports`);
    await page.getByRole('progressbar', { name: 'Progress' }).waitFor();
    await page.getByRole('button', { name: 'Cancel the export' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cancel this export?' });
    await dialog.getByText(/so far is lost/).waitFor();
    await dialog.getByRole('button', { name: 'Cancel the export' }).click();
    await dialog.getByRole('alert').getByText('This conflicts with what there is').waitFor();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  it('is where the export of log records leads, and tells members why they cannot download', async () => {
    const { page } = await open('logs', { role: 'ROLE_MEMBER' });
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'All exports' }).click();
    await page.getByRole('heading', { level: 1, name: 'Exports' }).waitFor();
    const button = completed(page).getByRole('button', { name: 'Download the file' });
    assert.match((await button.getAttribute('title')) ?? '', /export:download/);
  });

  it('tells viewers what their role lacks, and fits a phone', async () => {
    const opened = await open('exports', { role: 'ROLE_VIEWER', viewport: PHONE });
    const button = opened.page.getByRole('button', { name: 'New export' });
    assert.match((await button.getAttribute('title')) ?? '', /export:write/);
    await completed(opened.page).waitFor();
    await opened.assertFits();
  });
});
