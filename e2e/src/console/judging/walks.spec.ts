import assert from 'node:assert/strict';
import { eventually } from '@svc/testing';
import type { Locator, Page } from 'playwright-core';
import { describeConsole } from '../console-suite.js';
import { seedFailedOrder, type FailedOrder } from '../seed/failed-order.js';
import { SeededProject } from '../seed/project.js';
import { assertFocusKept, focused, tabTo } from './keyboard.js';

/** The document of recordings needs scripts and its origin; what a stranger recorded is in an inner frame without scripts. */
const SANDBOX_WARNING = /both allow-scripts and allow-same-origin/;
/** Clicks from the first screen to a recording. */
const MOST_CLICKS = 8;

describeConsole('the way from the first screen to a failing trace, its person and its recording', (suite) => {
  let project: SeededProject;
  let order: FailedOrder;
  beforeAll(async () => {
    project = await SeededProject.make();
    order = await seedFailedOrder(project);
  });

  const recorded = (page: Page) =>
    page.frameLocator('iframe[title="Recorded page"]').frameLocator('.replayer-wrapper > iframe');

  it('is found by someone who has never seen the console, by clicks on what the window shows', async () => {
    const opened = await suite().open(`/p/${project.slug}/`);
    opened.tolerate(SANDBOX_WARNING);
    const { page } = opened;
    let clicks = 0;
    const click = async (target: Locator): Promise<void> => {
      await target.waitFor();
      await opened.settled();
      assert.ok(await isInWindow(target), `${String(target)} cannot be seen without scrolling`);
      await target.click();
      clicks++;
    };
    await click(page.getByRole('link', { name: 'Failed requests' }));
    await page.getByRole('heading', { level: 1, name: 'Traces' }).waitFor();
    await click(page.getByRole('grid', { name: 'Traces' }).getByText('POST /checkout'));
    await page.getByRole('region', { name: 'Waterfall' }).waitFor();
    await click(page.getByRole('link', { name: order.distinctId, exact: true }));
    await page.getByRole('heading', { level: 1, name: 'Ada Lovelace' }).waitFor();
    await click(
      page.getByRole('list', { name: 'Recorded sessions' }).getByRole('link', { name: 'https://shop.example/cart' }),
    );
    await recorded(page).getByRole('heading', { name: 'Your cart' }).waitFor();
    await click(page.getByRole('button', { name: 'Play', exact: true }));
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    assert.ok(clicks <= MOST_CLICKS, `${clicks} clicks`);
  });

  it('also leads from the trace to the moment of its recording', async () => {
    const opened = await suite().open(`/p/${project.slug}/traces/${order.traceId}`);
    opened.tolerate(SANDBOX_WARNING);
    const link = opened.page.getByRole('link', { name: 'at 1 min' });
    await link.click();
    await opened.page.waitForURL(new RegExp(`/replays/${order.sessionId}\\?.*t=\\d+`));
  });

  it('is gone with the keyboard alone, and the focus is always seen', async () => {
    const opened = await suite().open(`/p/${project.slug}/`);
    opened.tolerate(SANDBOX_WARNING);
    const { page } = opened;
    const press = async (...keys: readonly string[]): Promise<void> => {
      for (const key of keys) await page.keyboard.press(key);
    };
    await page.getByRole('link', { name: 'Failed requests' }).waitFor();
    await tabTo(page, /^Skip to the content$/, 1);
    await press('Enter');
    await tabTo(page, /^Failed requests$/, 3);
    await press('Enter');
    await page.getByRole('grid', { name: 'Traces' }).getByText('POST /checkout').waitFor();
    await assertFocusKept(page);
    await press('j', 'Enter');
    const waterfall = page.getByRole('treegrid', { name: 'Spans' });
    await waterfall.waitFor();
    await opened.settled();
    await assertFocusKept(page);

    await press('e');
    await page.getByText('2 of 3').or(waterfall).first().waitFor();
    await press('Enter');
    const details = page.getByRole('group', { name: 'Details of the span' });
    await details.getByText('The card was declined').waitFor();
    await tabTo(page, /^Close the span$/, 4);
    await press('Enter');
    await details.waitFor({ state: 'detached' });
    await assertFocusKept(page);

    await press('?');
    const keys = page.getByRole('dialog', { name: 'Keyboard' });
    await keys.waitFor();
    await press('Escape');
    await keys.waitFor({ state: 'hidden' });
    await assertFocusKept(page);

    await press('Control+k');
    await page.getByRole('combobox', { name: 'Page, action or ID' }).waitFor();
    await page.keyboard.type(order.sessionId);
    await page.getByRole('option', { name: /session$/ }).waitFor();
    assert.equal(
      await page.getByRole('listbox', { name: 'Results' }).getByRole('option').count(),
      1,
      'no result of an earlier text is left',
    );
    await press('Escape');
    await assertFocusKept(page);
    await tabTo(page, new RegExp(`^${order.distinctId}$`), 20, 'Shift+Tab');
    await press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Ada Lovelace' }).waitFor();
    await opened.settled();
    await assertFocusKept(page);
    await tabTo(page, /^https:\/\/shop\.example\/cart$/, 30);
    await press('Enter');
    await recorded(page).getByRole('heading', { name: 'Your cart' }).waitFor();
    await assertFocusKept(page);
    await press('Space');
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    assert.notEqual((await focused(page)).text, '', 'the player has the focus');
  });
});

/** Whether all of the element is in the window, and nothing is over it. */
async function isInWindow(target: Locator): Promise<boolean> {
  return eventually('the element is where it stays', async () => {
    const before = await target.boundingBox();
    const after = await target.boundingBox();
    return before !== null && after !== null && before.y === after.y ? { ...after } : false;
  }).then(({ x, y, width, height }) => x >= 0 && y >= 0 && x + width <= 1440 && y + height <= 900);
}
