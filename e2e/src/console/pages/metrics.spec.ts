import assert from 'node:assert/strict';
import { eventually } from '@svc/testing';
import type { Page } from 'playwright-core';
import { items } from '../../reference/recorder.js';
import { axeViolations } from '../axe.js';
import { PHONE } from '../console-page.js';
import { describeConsole } from '../console-suite.js';
import { seedMetrics } from '../seed/metrics.js';
import { SeededProject } from '../seed/project.js';

const COUNTER = 'http.server.requests';

describeConsole('the page of metrics', (suite) => {
  let project: SeededProject;
  beforeAll(async () => {
    project = await SeededProject.make();
    await seedMetrics(project);
    await eventually('the points are stored', async () => {
      const answer = await project.get(`/metrics/${COUNTER}/query?agg=sum`).catch(() => undefined);
      const series = answer === undefined ? [] : items(answer, 'series');
      return series.some((one) => items(one, 'points').some(({ value }) => Number(value) > 0));
    });
    await eventually('all are listed', async () => items(await project.get('/metrics'), 'metrics').length === 4);
  });

  const open = async (path: string, options = {}) => suite().open(`/p/${project.slug}/${path}`, options);
  const rowOf = (page: Page, name: string) => page.getByRole('grid', { name: 'Metrics' }).getByRole('row', { name });
  const lines = (page: Page) => page.getByRole('table', { name: 'Series' }).getByRole('rowheader');

  it('are found by name and description, and open with the aggregation that suits their type', async () => {
    const opened = await open('metrics');
    const { page } = opened;
    await rowOf(page, 'process.threads').waitFor();
    await page.getByRole('searchbox', { name: 'Search metrics' }).fill('answered');
    await page.waitForURL(/find=answered/);
    await rowOf(page, 'process.threads').waitFor({ state: 'detached' });
    await rowOf(page, COUNTER).click();
    await page.waitForURL(/name=http\.server\.requests/);
    const panel = page.getByRole('region', { name: COUNTER });
    await panel.getByText('counter', { exact: true }).waitFor();
    assert.equal(await panel.getByRole('combobox', { name: 'Aggregation' }).inputValue(), 'rate');
    await panel.getByRole('row', { name: /Rate per second .*3\/s/ }).waitFor();
    await opened.settled();
    assert.deepEqual(await axeViolations(page), []);
  });

  it('are grouped and filtered by labels in the address, and Back brings the last query back', async () => {
    const { page } = await open(`metrics?name=${COUNTER}&agg=sum`);
    await page.getByRole('combobox', { name: 'Group by' }).selectOption('http.route');
    await page.waitForURL(/by=http\.route/);
    await page.getByRole('button', { name: '/pay' }).waitFor();
    assert.equal(await lines(page).count(), 3);
    const filter = page.getByRole('combobox', { name: 'Filter the series' });
    await filter.fill('http.route:/p');
    await page.getByRole('option', { name: /^\/pay/ }).waitFor();
    await filter.fill('http.route:"/pay"');
    await filter.press('Enter');
    await page.getByRole('button', { name: '/cart' }).waitFor({ state: 'detached' });
    assert.equal(await lines(page).count(), 1);
    await page.goBack();
    await page.getByRole('button', { name: '/cart' }).waitFor();
    assert.equal(await filter.inputValue(), '');
    await page.getByRole('button', { name: '/cart' }).click();
    assert.equal(await page.getByRole('button', { name: '/cart' }).getAttribute('aria-pressed'), 'false');
  });

  it('mark a mistake in the filter, and say what an aggregation means', async () => {
    const opened = await open('metrics?name=http.server.request.duration');
    opened.tolerate(/400/);
    const { page } = opened;
    await page.getByText('A quantile is interpolated within its bucket of the histogram.').waitFor();
    await page.getByRole('row', { name: /^p95 .*ms/ }).waitFor();
    const filter = page.getByRole('combobox', { name: 'Filter the series' });
    await filter.fill('a:((');
    await filter.press('Enter');
    await page
      .getByRole('alert')
      .getByText(/at position/)
      .waitFor();
  });

  it('are read with keys, as a chart and as a table', async () => {
    const { page } = await open('metrics?name=process.threads&by=instance');
    await page.getByRole('application', { name: 'process.threads over time' }).focus();
    await page.keyboard.press('End');
    // The last minutes have no point, the more the longer ago the seed is.
    await page.keyboard.press('PageUp');
    await page.getByText(/web-1 \d+, web-2 \d+/).waitFor({ state: 'attached' });
    await page.keyboard.press('t');
    await page.getByRole('columnheader', { name: 'web-2' }).waitFor();
  });

  it('have a forecast that says how it was made, or why there is none', async () => {
    const { page } = await open('metrics?name=process.threads');
    await page.getByRole('button', { name: 'Forecast' }).click();
    await page.waitForURL(/forecast=1/);
    await page.getByText(/^(The forecast is made by|No forecast:)/).waitFor();
    await page.getByRole('combobox', { name: 'Group by' }).selectOption('instance');
    const forecast = page.getByRole('button', { name: 'Forecast' });
    await eventually('refused', async () => (await forecast.getAttribute('aria-disabled')) === 'true');
    assert.match((await forecast.getAttribute('title')) ?? '', /remove the groups/);
  });

  it('say where the last point is if there is none in the range', async () => {
    const { page } = await open('metrics?name=backup.size');
    await page.getByText(/No matching point of this metric in this time range: Last hour/).waitFor();
    await page.getByRole('button', { name: 'Show the hour before it' }).click();
    await page.getByRole('row', { name: /^Average .*5 GB/ }).waitFor();
  });

  it('tell viewers why they cannot delete one, and ask admins what is lost', async () => {
    const { page: viewed } = await open('metrics?name=backup.size', { role: 'ROLE_VIEWER' });
    const button = viewed.getByRole('button', { name: 'Delete the metric' });
    assert.equal(await button.getAttribute('aria-disabled'), 'true');
    assert.match((await button.getAttribute('title')) ?? '', /metrics:write/);
    const { page } = await open('metrics?name=backup.size');
    await page.getByRole('button', { name: 'Delete the metric' }).click();
    await page
      .getByRole('dialog', { name: 'Delete this metric?' })
      .getByText(/are lost for good/)
      .waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete the metric' }).click();
    await rowOf(page, COUNTER).waitFor();
    await rowOf(page, 'backup.size').waitFor({ state: 'detached' });
  });

  it('fit a phone', async () => {
    const opened = await open('metrics', { viewport: PHONE });
    await rowOf(opened.page, COUNTER).waitFor();
    await opened.assertFits();
    await opened.goto(`/p/${project.slug}/metrics?name=${COUNTER}&by=http.route`);
    await opened.page.getByRole('button', { name: '/cart' }).waitFor();
    await opened.assertFits();
  });
});
