import assert from 'node:assert/strict';
import { eventually } from '@svc/testing';
import type { Page } from 'playwright-core';
import { describeConsole } from '../console-suite.js';
import { seedLongLists } from '../seed/long-lists.js';
import { SeededProject } from '../seed/project.js';

/** Addresses with a filter, the names of their lists, and whether a row opens on a page of its own. */
const LISTS: readonly (readonly [path: string, list: string, opensPage?: boolean])[] = [
  ['logs?q=service:shop&level=warn', 'Log records'],
  ['traces?status=error&service=shop', 'Traces', true],
  ['issues?q=failure', 'Issues'],
  ['customers?q=person', 'Persons', true],
  ['flags?q=flag&state=active', 'Flags'],
  ['respond?tab=rules&q=rule', 'Rules', true],
  ['metrics?find=queue', 'Metrics'],
  ['dashboards?name=board', 'Dashboards', true],
  ['replays?person=person-00', 'Recordings'],
];

const ROW_PX = 26;

interface Position {
  readonly address: string;
  /** Pixels above the first visible row, of the list and of the page. */
  readonly above: number;
  /** Text of the row with the focus. */
  readonly focused: string | undefined;
}

const POSITION = `(() => {
  const { pathname, search } = location;
  const grid = document.querySelector('[role="grid"]');
  const row = document.activeElement.role === 'row' ? document.activeElement : undefined;
  return {
    address: pathname + search,
    above: (grid?.scrollTop ?? 0) + document.querySelector('#main').scrollTop,
    focused: row?.getAttribute('aria-rowindex') ?? undefined,
  };
})()`;

describeConsole('Back', (suite) => {
  let project: SeededProject;
  beforeAll(async () => {
    project = await SeededProject.make();
    await seedLongLists(project);
  });

  it('brings the filter, the position and the row with the focus back, in every list', async () => {
    const opened = await suite().openBlank({
      cookie: await suite().cookie('ROLE_ADMIN'),
      viewport: { width: 1440, height: 560 },
    });
    const { page } = opened;
    const position = (): Promise<Position> => page.evaluate<Position>(POSITION);
    for (const [path, list, opensPage = false] of LISTS) {
      await opened.goto(`/p/${project.slug}/${path}`);
      await page.getByRole('grid', { name: list }).getByRole('row').nth(5).waitFor();
      await scroll(page, list);
      // The keyboard goes on from a row in the middle of what is shown.
      await focusMiddle(page, list);
      await page.keyboard.press('j');
      await eventually(`a row of ${path} has the focus`, async () => (await position()).focused !== undefined);
      const listed = await position();
      await page.keyboard.press('Enter');
      if (opensPage) await page.waitForURL((url) => url.pathname + url.search !== listed.address);
      else await page.waitForURL(/[?&](open|name)=/);
      await opened.settled();
      const before = opensPage ? listed : await position();
      if (!opensPage) await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Home' }).click();
      await page.waitForURL((url) => url.pathname + url.search !== before.address);
      await opened.settled();
      await page.goBack();
      await page.getByRole('grid', { name: list }).getByRole('row').nth(5).waitFor();
      await eventually(`${path} is as it was: ${JSON.stringify(before)}`, async () => {
        const { address, above, focused } = await position();
        const isThere = address === before.address && Math.abs(above - before.above) <= ROW_PX;
        return isThere && (!opensPage || focused === before.focused);
      }).catch(async () => assert.deepEqual(await position(), before, path));
    }
  });
});

/** Scrolls the list down by some rows. */
async function scroll(page: Page, list: string): Promise<void> {
  await page.getByRole('grid', { name: list }).hover();
  await page.mouse.wheel(0, 10 * ROW_PX);
  await eventually(`${list} is scrolled`, async () => (await page.evaluate<Position>(POSITION)).above > 5 * ROW_PX);
}

/** Gives the focus to a row in the middle of the visible ones. */
async function focusMiddle(page: Page, list: string): Promise<void> {
  await page.getByRole('grid', { name: list }).evaluate(`(grid) => {
    const { top, bottom } = grid.getBoundingClientRect();
    const middle = (top + Math.min(bottom, innerHeight)) / 2;
    const rows = [...grid.querySelectorAll('[role="rowgroup"] [role="row"]')];
    rows.find((row) => row.getBoundingClientRect().bottom > middle).focus({ preventScroll: true });
  }`);
}
