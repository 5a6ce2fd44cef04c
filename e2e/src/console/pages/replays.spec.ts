import assert from 'node:assert/strict';
import { eventually } from '@svc/testing';
import type { Page } from 'playwright-core';
import { items } from '../../reference/recorder.js';
import { axeViolations } from '../axe.js';
import { PHONE, type ConsolePage } from '../console-page.js';
import { describeConsole } from '../console-suite.js';
import { SeededProject } from '../seed/project.js';
import { seedRecording } from '../seed/recording.js';
import { seedTwoTabs } from '../seed/two-tabs.js';

/** The document needs scripts and its origin; what a stranger recorded is in an inner frame without scripts. */
const SANDBOX_WARNING = /both allow-scripts and allow-same-origin/;

describeConsole('the pages of recordings', (suite) => {
  let project: SeededProject;
  let short: string;
  let tabs: string;
  beforeAll(async () => {
    project = await SeededProject.make();
    short = await seedRecording(project, 'ada');
    tabs = await seedTwoTabs(project, 'grace');
  });

  const open = async (path: string, options = {}): Promise<ConsolePage> => {
    const opened = await suite().open(`/p/${project.slug}/${path}`, options);
    opened.tolerate(SANDBOX_WARNING);
    return opened;
  };
  const rowOf = (page: Page, text: string, list = 'Recordings') =>
    page.getByRole('grid', { name: list }).getByRole('row').filter({ hasText: text });
  const recorded = (page: Page) =>
    page.frameLocator('iframe[title="Recorded page"]').frameLocator('.replayer-wrapper > iframe');
  const moment = async (page: Page): Promise<number> =>
    Number(await page.getByRole('slider', { name: 'Moment' }).getAttribute('aria-valuenow'));

  it('are listed and filtered in the address, with a summary beside them, and Back restores', async () => {
    const { page } = await open('replays');
    await rowOf(page, 'ada').waitFor();
    await rowOf(page, 'grace')
      .getByRole('img', { name: /^Clicks and inputs/ })
      .waitFor();
    await page.getByRole('button', { name: 'More filters' }).click();
    await page.getByRole('searchbox', { name: 'Person' }).fill('grace');
    await page.getByRole('searchbox', { name: 'Person' }).press('Enter');
    await page.waitForURL(/person=grace/);
    await rowOf(page, 'ada').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Errors', exact: true }).click();
    await page.waitForURL(/errors=1/);
    await rowOf(page, 'grace').click();
    await page.waitForURL(new RegExp(`open=${tabs}`));
    const panel = page.getByRole('region', { name: tabs });
    await panel.getByText(/1 chunk of window tab-a/).waitFor();
    await panel.getByRole('img', { name: /^Clicks and inputs/ }).waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await panel.getByRole('link', { name: 'Play' }).click();
    await page.getByRole('slider', { name: 'Moment' }).waitFor();
    await page.goBack();
    await page.waitForURL(/person=grace/);
    await page.getByRole('combobox', { name: 'Shortest duration' }).selectOption('≥ 1h');
    await page.getByText(/No recording of the person grace, with errors, that lasts 1h or longer/).waitFor();
    await page.getByRole('button', { name: 'Remove the filters' }).click();
    await rowOf(page, 'ada').waitFor();
  });

  it('play in their frame, by keys, and keep the moment in the address over a reload', async () => {
    const opened = await open(`replays/${short}`);
    const { page } = opened;
    await recorded(page).getByRole('heading', { name: 'Your cart' }).waitFor();
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    await eventually('it plays', async () => (await moment(page)) > 300);
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
    const before = await moment(page);
    await page.keyboard.press('ArrowRight');
    await eventually('5 seconds on', async () => Math.abs((await moment(page)) - before - 5_000) < 300);
    await rowOf(page, 'POST /orders', 'What happened').click();
    await page.waitForURL(/t=61000/);
    await page.keyboard.press('.');
    await page.getByRole('slider', { name: 'Moment' }).press('End');
    await page.waitForURL(/t=90000/);
    await recorded(page).getByText('The payment was refused.').waitFor();
    await page.reload();
    await recorded(page).getByText('The payment was refused.').waitFor();
    assert.equal(await moment(page), 90_000);
    await opened.settled();
    assert.deepEqual(await axeViolations(page), []);
    await rowOf(page, 'POST /orders', 'What happened').getByRole('link', { name: 'Open' }).click();
    await page.waitForURL(/\/traces\//);
  });

  it('say what is missing, list what the page reported, and go on in the other tab', async () => {
    const opened = await open(`replays/${tabs}`, { colorScheme: 'dark' });
    const { page } = opened;
    await rowOf(page, 'POST https://shop.example/api/pay', 'What happened').waitFor();
    await page.getByText('Missing parts: 1').waitFor();
    await rowOf(page, 'Payment failed', 'What happened').click();
    await page.waitForURL(/t=21600/);
    await page.getByRole('button', { name: 'Tab 2 · 02:00' }).click();
    await recorded(page).getByRole('heading', { name: 'Help' }).waitFor();
    await page.waitForURL(/window=tab-b/);
    await page.getByRole('slider', { name: 'Moment' }).press('Home');
    await recorded(page).getByRole('heading', { name: 'Your cart' }).waitFor();
    await page.getByRole('button', { name: 'About' }).click();
    await page.getByText(/1 chunk of window tab-a, before 02:30, is missing/).waitFor();
    await opened.settled();
    assert.deepEqual(await axeViolations(page), []);
  });

  it('play on into the next tab, and keep the focus and the play of a tab that is chosen', async () => {
    const { page } = await open(`replays/${tabs}?window=tab-a&t=201500`);
    await recorded(page).getByRole('heading', { name: 'Thank you' }).waitFor();
    await page.getByRole('button', { name: 'Play', exact: true }).press('Enter');
    await page.waitForURL(/window=tab-b/);
    await recorded(page).getByRole('heading', { name: 'Help' }).waitFor();
    const pause = page.getByRole('button', { name: 'Pause' });
    assert.equal(await pause.and(page.locator(':focus')).count(), 1, 'the focus stays');
    await eventually('it plays', async () => (await moment(page)) > 203_000);
    await page.getByRole('button', { name: /^Tab 1/ }).press('Enter');
    await recorded(page).getByRole('heading', { name: 'Your cart' }).waitFor();
    await pause.waitFor();
  });

  it('say that the player document does not answer, and load it again', async () => {
    const opened = await open('replays');
    opened.tolerate(/ERR_FAILED|frame|postMessage/);
    const { page } = opened;
    let isBlocked = true;
    await page.route('**/replay/frame', (route) => (isBlocked ? route.abort() : route.continue()));
    await page.goto(`/p/${project.slug}/replays/${short}`);
    await page.getByRole('alert').getByText('The player does not answer').waitFor();
    isBlocked = false;
    await page.getByRole('button', { name: 'Load the player again' }).click();
    await recorded(page).getByRole('heading', { name: 'Your cart' }).waitFor();
    await page.getByRole('alert').waitFor({ state: 'detached' });
  });

  it('open at the moment of a trace', async () => {
    const [related] = items(await project.get(`/replay/${short}/related?kinds=trace`), 'entries');
    const entry = related?.['entry'] as { readonly ref: { readonly id: string } } | undefined;
    const { page } = await open(`traces/${entry?.ref.id ?? assert.fail('no trace')}?view=related`);
    await page.getByRole('table', { name: 'Recordings' }).getByRole('link').first().click();
    await page.waitForURL(/\/replays\/.*[?&]t=61000/);
    await recorded(page).getByRole('heading', { name: 'Your cart' }).waitFor();
  });

  it('play on when later events cannot be read, and read them again when asked', async () => {
    const opened = await open('replays');
    opened.tolerate(/503/);
    const { page } = opened;
    let isDown = false;
    const answer = { status: 503, contentType: 'application/json', body: '{"error":"unavailable","message":"down"}' };
    await page.route('**/snapshots?**', (route) => (isDown ? route.fulfill(answer) : route.continue()));
    await page.goto(`/p/${project.slug}/replays/${tabs}?window=tab-b&t=125000`);
    await recorded(page).getByRole('heading', { name: 'Help' }).waitFor();
    isDown = true;
    await page.getByRole('slider', { name: 'Moment' }).press('Home');
    await page.getByText(/^The events after/).waitFor();
    isDown = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await recorded(page).getByRole('heading', { name: 'Your cart' }).waitFor();
  });

  it('cannot be deleted by a viewer, who is told why, but by an admin, who confirms it', async () => {
    const viewer = await open(`replays/${tabs}`, { role: 'ROLE_VIEWER' });
    await viewer.page.getByRole('button', { name: 'About' }).click();
    const button = viewer.page.getByRole('button', { name: 'Delete the recording' });
    assert.equal(await button.getAttribute('title'), 'Your role does not have replay:write.');
    const admin = await open(`replays/${tabs}`);
    await admin.page.getByRole('button', { name: 'About' }).click();
    await admin.page.getByRole('button', { name: 'Delete the recording' }).click();
    const dialog = admin.page.getByRole('dialog', { name: 'Delete this recording?' });
    await dialog.getByRole('button', { name: 'Delete the recording' }).click();
    await admin.page.waitForURL(/\/replays(\?|$)/);
    await rowOf(admin.page, 'ada').waitFor();
    await rowOf(admin.page, 'grace').waitFor({ state: 'detached' });
  });

  it('fit a phone', async () => {
    const opened = await open(`replays/${short}`, { viewport: PHONE });
    await recorded(opened.page).getByRole('heading', { name: 'Your cart' }).waitFor();
    await opened.assertFits();
    await opened.goto(`/p/${project.slug}/replays`);
    await opened.assertFits();
  });
});
