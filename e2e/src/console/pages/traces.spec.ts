import assert from 'node:assert/strict';
import { eventually } from '@svc/testing';
import type { Page } from 'playwright-core';
import { api, ok } from '../../api.js';
import { items } from '../../reference/recorder.js';
import { axeViolations } from '../axe.js';
import { PHONE, type ConsoleOptions } from '../console-page.js';
import { describeConsole } from '../console-suite.js';
import { seed, type Seed } from '../seed/seed.js';

/** The numbers of failed spans in the list. */
const FAILED_SPANS = `[...document.querySelectorAll('[role=grid] [role=rowgroup] [role=row]')].map((row) => row.children[6].textContent)`;

describeConsole('the pages of traces', (suite) => {
  let seeded: Seed;
  beforeAll(async () => {
    seeded = await seed();
    await eventually('the trace can be read', async () => {
      const failed = await ok('GET', `/traces?status=error&limit=1&project_id=${seeded.projectId}`);
      const { status } = await api('GET', `/traces/${seeded.traceId}?project_id=${seeded.projectId}`);
      return items(failed, 'traces').length > 0 && status === 200;
    });
  });

  const open = async (path: string, options: ConsoleOptions = {}) => suite().open(`/p/${seeded.slug}/${path}`, options);
  const rows = (page: Page) => page.getByRole('grid', { name: 'Traces' }).getByRole('row');
  const firstTrace = (page: Page) => rows(page).nth(1);
  const waterfall = (page: Page) => page.getByRole('region', { name: 'Waterfall' });

  it('filters and sorts in the address, and Back restores the list', async () => {
    const { page } = await open('traces');
    await firstTrace(page).waitFor();
    await page.getByRole('button', { name: 'Failed', exact: true }).click();
    await page.waitForURL(/status=error/);
    await page.getByRole('combobox', { name: 'Order' }).selectOption('Most failed spans first');
    await page.waitForURL(/sort=errors/);
    await eventually('every trace of the list has a failed span', async () => {
      const failed = await page.evaluate<string[]>(FAILED_SPANS);
      return failed.length > 0 && failed.every((text) => /^\d+$/.test(text));
    });
    await page.goBack();
    await page.waitForURL((url) => !url.searchParams.has('sort'));
    assert.equal(await page.getByRole('combobox', { name: 'Order' }).inputValue(), 'newest');
    await firstTrace(page).click();
    await page.waitForURL(/traces\/[0-9a-f]{32}/);
    await waterfall(page).waitFor();
    await page.goBack();
    await firstTrace(page).waitFor();
    assert.match(page.url(), /status=error/);
  });

  it('searches with completion, marks a wrong query, and removes the filters of an empty list', async () => {
    const opened = await open('traces?q=service:web+AND+(');
    opened.tolerate(/status of 400/);
    const { page } = opened;
    await page.getByRole('alert').getByText('at position').waitFor();
    const search = page.getByRole('combobox', { name: 'Search traces' });
    await search.fill('');
    await search.pressSequentially('serv');
    await page.getByRole('option', { name: /^service \d/ }).click();
    await page.getByRole('option', { name: /^web/ }).click();
    await page.keyboard.press('Enter');
    await page.waitForURL(/q=service:web/);
    await firstTrace(page).waitFor();
    await search.fill('service:nobody');
    await page.keyboard.press('Enter');
    await page.getByText('No traces').waitFor();
    await page.getByRole('button', { name: 'Remove the filters' }).click();
    await firstTrace(page).waitFor();
  });

  it('shows counts, percentiles and the distribution, which sets the minimum duration', async () => {
    const { page } = await open('traces');
    await page.getByRole('application', { name: 'Spans over time' }).waitFor();
    await page.getByRole('button', { name: 'Durations' }).click();
    await page.getByRole('application', { name: 'Percentiles of the duration over time' }).waitFor();
    await page.getByRole('button', { name: 'Distribution' }).click();
    await page.getByRole('button', { name: 'Only traces from 20 ms – 50 ms' }).click();
    await page.waitForURL(/min=20/);
    assert.equal(await page.getByRole('combobox', { name: 'Duration' }).inputValue(), '20');
  });

  it('marks two traces with the key c, and compares them', async () => {
    const { page } = await open('traces');
    await firstTrace(page).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('c');
    await page.getByText('One trace is marked.').waitFor();
    await rows(page).nth(3).getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Compare two' }).click();
    await page.waitForURL(/traces\/compare\?.*a=[0-9a-f]{32}&b=[0-9a-f]{32}/);
    await page.getByRole('region', { name: 'Comparison of traces' }).waitFor();
    const before = await page.getByRole('textbox', { name: 'Trace before' }).inputValue();
    await page.getByRole('button', { name: 'Swap' }).click();
    await page.waitForURL(new RegExp(`b=${before}`));
    assert.deepEqual(await axeViolations(page), []);
  });

  it('opens a span by its address, closes it with its button, and searches for a value of it', async () => {
    const { page } = await open(`traces/${seeded.traceId}?span=${seeded.spanId}`);
    const details = page.getByRole('group', { name: 'Details of the span' });
    await details.getByText(seeded.spanId).waitFor();
    await page.getByRole('button', { name: 'Close the span' }).click();
    await page.waitForURL((url) => !url.searchParams.has('span'));
    await page.goto(`/p/${seeded.slug}/traces/${seeded.traceId}?span=${seeded.spanId}`);
    await details.getByRole('button', { name: 'Actions for tenant.id' }).click();
    await page.getByRole('menuitem', { name: 'Filter by this value' }).click();
    await page.waitForURL(/traces\?.*q=tenant.id:/);
    await firstTrace(page).waitFor();
  });

  it('shows the log records, errors and related data of a trace', async () => {
    const { page } = await open(`traces/${seeded.traceId}`);
    await page.getByRole('button', { name: /^Logs \d/ }).click();
    await page.waitForURL(/view=logs/);
    await page.getByRole('grid', { name: 'Log records of the trace' }).getByRole('row').nth(1).click();
    await page.waitForURL(/log=/);
    await page.getByRole('button', { name: 'Close the details' }).click();
    await page.getByRole('button', { name: /^Errors \d/ }).click();
    await page.getByRole('table', { name: 'Errors' }).getByRole('link').first().click();
    await page.waitForURL(/span=[0-9a-f]{16}/);
    await waterfall(page).waitFor();
    await page.getByRole('button', { name: /^Related/ }).click();
    await page.getByRole('heading', { name: 'Recordings' }).waitFor();
  });

  it('deletes a trace after a question', async () => {
    const found = await ok('GET', `/traces?limit=5&project_id=${seeded.projectId}`);
    const ids = items(found, 'traces').map(({ trace_id: id }) => String(id));
    const other = ids.find((id) => id !== seeded.traceId) ?? assert.fail('there is no other trace');
    const { page } = await open(`traces/${other}`);
    await page.getByRole('button', { name: 'Delete the trace' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete this trace?' });
    await dialog.getByRole('button', { name: 'Delete permanently' }).click();
    await page.waitForURL(/\/traces(\?|$)/);
    assert.equal((await api('GET', `/traces/${other}?project_id=${seeded.projectId}`)).status, 404);
  });

  it('says why a trace may be unknown', async () => {
    const opened = await open(`traces/${'0'.repeat(31)}1`);
    opened.tolerate(/status of 404/);
    const { page } = opened;
    await page.getByText('No span of this trace is stored').waitFor();
    await page.getByText(/older than the retention/).waitFor();
  });

  it.each(['traces', 'trace', 'trace?view=errors', 'trace?view=related', 'traces/compare'])(
    'is accessible in both themes, and fits a phone: %s',
    async (path) => {
      const address = path.replace(/^trace(?=\?|$)/, `traces/${seeded.traceId}`);
      const opened = await open(address, { viewport: PHONE });
      await opened.assertFits();
      assert.deepEqual(await axeViolations(opened.page), []);
    },
  );
});
