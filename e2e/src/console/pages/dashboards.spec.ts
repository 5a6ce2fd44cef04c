import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { items } from '../../reference/recorder.js';
import { axeViolations } from '../axe.js';
import { PHONE } from '../console-page.js';
import { describeConsole } from '../console-suite.js';
import { makeShopDashboard, seedRecords } from '../seed/dashboard.js';
import { SeededProject } from '../seed/project.js';

describeConsole('the pages of dashboards', (suite) => {
  let project: SeededProject;
  let id: string;
  beforeAll(async () => {
    project = await SeededProject.make();
    await seedRecords(project);
    id = await makeShopDashboard(project);
  });

  const open = async (path: string, options = {}) => suite().open(`/p/${project.slug}/${path}`, options);
  const rowOf = (page: Page, name: string) => page.getByRole('grid', { name: 'Dashboards' }).getByRole('row', { name });
  const widget = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
  const boxOf = async (page: Page, name: string) =>
    (await widget(page, name).boundingBox()) ?? assert.fail(`${name} is not in the page`);

  it('are found by name and tag, copied, and deleted after a question', async () => {
    const opened = await open('dashboards');
    const { page } = opened;
    await rowOf(page, 'Traces').waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await page.getByRole('button', { name: 'shop', exact: true }).click();
    await page.waitForURL(/tag=shop/);
    await rowOf(page, 'Traces').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Copy Shop' }).click();
    await page.getByRole('textbox', { name: 'Name of the copy' }).fill('Another shop');
    await page.getByRole('dialog').getByRole('button', { name: 'Copy', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Another shop' }).waitFor();
    await page.goBack();
    await page.getByRole('searchbox', { name: 'Search dashboards' }).fill('another');
    await rowOf(page, 'Another shop').waitFor();
    await page.getByRole('button', { name: 'Delete Another shop' }).click();
    await page.getByRole('dialog').getByText('are lost for all members').waitFor();
    await page.getByRole('button', { name: 'Delete the dashboard' }).click();
    await page.getByText('No dashboard has “another” in its name and has the tags shop.').waitFor();
  });

  it('show figures, tables, records and texts, for the variables in the address', async () => {
    const opened = await open(`dashboards/${id}`);
    const { page } = opened;
    await widget(page, 'Errors').getByText('3', { exact: true }).waitFor();
    await widget(page, 'On call').getByRole('link', { name: 'runbook' }).waitFor();
    await widget(page, 'By service')
      .getByRole('row', { name: /^web\b.*2/ })
      .waitFor();
    await widget(page, 'Latest').getByRole('link', { name: 'payment declined' }).first().waitFor();
    await widget(page, 'Latest').getByText('The latest 2 records; there are more.').waitFor();
    await widget(page, 'Records').getByRole('application', { name: 'Records' }).waitFor();
    await opened.settled();
    assert.deepEqual(await axeViolations(page), []);
    await page.getByRole('combobox', { name: 'service' }).selectOption('web');
    await page.waitForURL(/var\.service=web/);
    await widget(page, 'Errors').getByText('0', { exact: true }).waitFor();
    await page.goBack();
    await widget(page, 'Errors').getByText('3', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Explore Errors' }).click();
    await page.getByRole('heading', { level: 1, name: 'Logs' }).waitFor();
    assert.match(decodeURIComponent(page.url()), /from=-6h.*q=level:error\+service:"checkout"/);
  });

  it('have a range of their own, and take that of the page where it is chosen', async () => {
    const { page } = await open(`dashboards/${id}`);
    await widget(page, 'Errors').getByText('3', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Page: last hour' }).click();
    await page.waitForURL(/times=page/);
    await widget(page, 'Errors').getByText('2', { exact: true }).waitFor();
  });

  it('keep the other widgets if one fails, which says why', async () => {
    const opened = await suite().openBlank({ cookie: await suite().cookie('ROLE_ADMIN') });
    opened.tolerate(/403/);
    const { page } = opened;
    const dashboard = await project.get(`/dashboards/${id}`);
    const failing = items(dashboard, 'widgets').find(({ title }) => title === 'By service') ?? assert.fail('no widget');
    await page.route(`**/widgets/${String(failing['id'])}/data?*`, (route) =>
      route.fulfill({ status: 403, json: { error: 'forbidden', message: 'It needs the scope logs:read.' } }),
    );
    await page.goto(`/p/${project.slug}/dashboards/${id}`);
    await widget(page, 'By service').getByRole('alert').getByText('It needs the scope logs:read.').waitFor();
    await widget(page, 'Errors').getByText('3', { exact: true }).waitFor();
  });

  it('are laid out with keys and with the pointer, and saved', async () => {
    const made = await makeShopDashboard(project, 'Layout');
    const opened = await open(`dashboards/${made}?edit=1`);
    const { page } = opened;
    const before = await boxOf(page, 'Errors');
    await page.getByRole('button', { name: 'Move Errors', exact: true }).focus();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('status').getByText('Now at column 1, row 2, 6 wide, 4 high.').waitFor();
    await page.keyboard.press('Shift+ArrowRight');
    await page.getByRole('status').getByText('Now at column 1, row 2, 7 wide, 4 high.').waitFor();
    assert.equal(Math.round((await boxOf(page, 'Errors')).y - before.y), 38);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay' }).click();
    assert.equal(Math.round((await boxOf(page, 'Errors')).y - before.y), 38);
    await opened.settled();
    assert.deepEqual(await axeViolations(page), []);
    const title = widget(page, 'On call').getByRole('heading', { name: 'On call', level: 2 });
    const from = (await title.boundingBox()) ?? assert.fail('no title');
    await page.mouse.move(from.x + 4, from.y + 8);
    await page.mouse.down();
    await page.mouse.move(from.x + 4, from.y + 8 + 5 * 38, { steps: 4 });
    await page.mouse.up();
    await page.getByRole('button', { name: 'Save layout' }).click();
    await page.getByRole('status').getByText('Saved the layout.').waitFor();
    const saved = items(await project.get(`/dashboards/${made}`), 'widgets');
    const placeOf = (name: string) => (saved.find((each) => each['title'] === name) ?? assert.fail(name))['position'];
    assert.deepEqual(placeOf('Errors'), { x: 0, y: 1, w: 7, h: 4 });
    // The wider widget had moved it to row 5 before it was dragged by five rows.
    assert.deepEqual(placeOf('On call'), { x: 6, y: 10, w: 6, h: 4 });
  });

  it('show both layouts if someone else was faster, and save the own one if asked', async () => {
    const made = await makeShopDashboard(project, 'Conflict');
    const { page } = await open(`dashboards/${made}?edit=1`).then((opened) => {
      opened.tolerate(/409/);
      return opened;
    });
    await page.getByRole('button', { name: 'Move Errors', exact: true }).focus();
    await page.keyboard.press('ArrowDown');
    await project.patch(`/dashboards/${made}`, { description: 'Changed by a colleague.' });
    await page.getByRole('button', { name: 'Save layout' }).click();
    const dialog = page.getByRole('dialog', { name: 'The dashboard has changed' });
    await dialog.getByRole('row', { name: /^Errors column 1, row 1.* column 1, row 2/ }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    // Closing it keeps the layout that was not saved.
    await project.patch(`/dashboards/${made}`, { description: 'Changed twice.' });
    await page.getByRole('button', { name: 'Save layout' }).click();
    await dialog.getByRole('row', { name: /^Errors column 1, row 1.* column 1, row 2/ }).waitFor();
    await dialog.getByRole('button', { name: 'Save mine' }).click();
    await page.getByRole('status').getByText('Saved the layout.').waitFor();
    const after = await project.get(`/dashboards/${made}`);
    assert.equal(after['description'], 'Changed twice.');
    const errors = items(after, 'widgets').find(({ title }) => title === 'Errors') ?? assert.fail('no widget');
    assert.deepEqual(errors['position'], { x: 0, y: 1, w: 6, h: 4 });
  });

  it('get widgets that are previewed before they are saved, duplicated and removed', async () => {
    const { page } = await open('dashboards');
    await page.getByRole('button', { name: 'New dashboard' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Made here');
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { level: 1, name: 'Made here' }).waitFor();
    await page.getByRole('button', { name: 'Add widget' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a widget' });
    await dialog.getByRole('textbox', { name: 'Title' }).fill('All records');
    // The chart of the preview has a button of the same name, once it is there.
    await dialog.getByRole('group', { name: 'Type' }).getByRole('button', { name: 'Table' }).click();
    await dialog.getByRole('textbox', { name: 'Group by' }).fill('service');
    await dialog
      .getByRole('region', { name: 'Preview' })
      .getByRole('row', { name: /^checkout/ })
      .waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await widget(page, 'All records').getByRole('row', { name: /^web/ }).waitFor();
    await page.getByRole('button', { name: 'Duplicate All records' }).click();
    await widget(page, 'All records (copy)').waitFor();
    await page.getByRole('button', { name: 'Remove All records (copy)' }).click();
    await page.getByRole('button', { name: 'Remove the widget' }).click();
    await widget(page, 'All records (copy)').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('textbox', { name: 'Variables' }).fill('1x');
    await page.getByText(/“1x” is no name/).waitFor();
    await page.getByRole('textbox', { name: 'Variables' }).fill('region=eu');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('textbox', { name: 'region' }).waitFor();
  });

  it('are imported from Grafana, with a reason for each panel', async () => {
    const { page } = await open('dashboards');
    await page.getByRole('button', { name: 'Import' }).click();
    const dialog = page.getByRole('dialog', { name: 'Import a dashboard of Grafana' });
    await dialog.getByRole('textbox', { name: 'Or its text' }).fill('{');
    await dialog.getByRole('button', { name: 'Import' }).click();
    await dialog
      .getByRole('alert')
      .getByText(/This is not JSON/)
      .waitFor();
    const panels = [
      { type: 'text', title: 'Hello', gridPos: { x: 0, y: 0, w: 6, h: 4 }, options: { content: '# Hello' } },
      { type: 'news', title: 'News', gridPos: { x: 6, y: 0, w: 6, h: 4 } },
    ];
    await dialog.getByRole('textbox', { name: 'Or its text' }).fill(JSON.stringify({ title: 'From Grafana', panels }));
    await dialog.getByRole('button', { name: 'Import' }).click();
    await dialog.getByRole('row', { name: /^Hello kept/ }).waitFor();
    await dialog.getByRole('row', { name: /^News left out/ }).waitFor();
    await dialog.getByRole('link', { name: 'From Grafana' }).click();
    await page.getByRole('heading', { level: 1, name: 'From Grafana' }).waitFor();
  });

  it('tell viewers why they cannot change one', async () => {
    const { page } = await open(`dashboards/${id}?edit=1`, { role: 'ROLE_VIEWER' });
    const button = page.getByRole('button', { name: 'Edit' });
    assert.match((await button.getAttribute('title')) ?? '', /dashboards:write/);
    assert.equal(await page.getByRole('button', { name: 'Add widget' }).count(), 0);
    await widget(page, 'Errors').getByText('3', { exact: true }).waitFor();
  });

  it('fit a phone in one column', async () => {
    const opened = await open(`dashboards/${id}`, { viewport: PHONE });
    const { page } = opened;
    await widget(page, 'Errors').getByText('3', { exact: true }).waitFor();
    await opened.assertFits();
    assert.equal((await boxOf(page, 'Errors')).x, (await boxOf(page, 'On call')).x);
    await opened.goto(`/p/${project.slug}/dashboards`);
    await rowOf(page, 'Shop').waitFor();
    await opened.assertFits();
  });
});
