import assert from 'node:assert/strict';
import { skipOrFail } from '@svc/testing';
import { findChromium, startChromium } from '@svc/testing/chromium';
import type { Browser, Page } from 'playwright-core';
import { theService } from '../topology.js';

const executable = findChromium();

function specs(executablePath: string): void {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startChromium(executablePath);
  });
  afterAll(() => browser.close());

  const open = async (operation: string, width = 1400): Promise<Page> => {
    const page = await browser.newPage({ viewport: { width, height: 812 } });
    await page.goto(`${theService().httpUrl}/docs#/${operation}`);
    await page.waitForSelector('h1');
    return page;
  };
  const top = async (page: Page, selector: string): Promise<number> =>
    (await page.locator(selector).first().boundingBox())?.y ?? assert.fail(`${selector} is not shown`);

  it('begins the reference with guides', async () => {
    const page = await open('');
    const headings = await page.locator('article h2').allInnerTexts();
    for (const guide of ['Authentication', 'Projects', 'Paging', 'Limits', 'Ingestion', 'Errors'])
      assert.ok(headings.includes(guide), guide);
  });

  it('finds operations by the names of their parameters and fields', async () => {
    const page = await open('');
    for (const [text, operation] of [
      ['severity_number', 'Search log records'],
      ['expected_version', 'Update a flag'],
      ['rollout', 'Create a flag'],
    ] as const) {
      await page.fill('#filter', text);
      assert.ok((await page.locator('#operations a span:last-child').allInnerTexts()).includes(operation), text);
    }
    assert.equal(await page.locator('#operations').getByText('login page').count(), 0);
  });

  it('offers values in menus, and shows each bound once', async () => {
    const page = await open('logs.query');
    const sort = page.locator('label', { hasText: 'sort' }).locator('select option');
    assert.ok((await sort.count()) > 2);
    assert.equal(await page.getByText('Responses', { exact: true }).count(), 1);
    const search = await open('saved_searches.create');
    assert.doesNotMatch(await search.innerText('main'), /1 to 200 characters.*at most 200 characters/);
  });

  it('shows an operation and its form at the top of a phone', async () => {
    const page = await open('logs.query', 375);
    assert.ok((await top(page, 'h1')) < 200);
    assert.ok((await top(page, '.try')) < 300);
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 375);
    await page.click('.try > summary');
    assert.ok(await page.getByRole('button', { name: 'Send' }).isVisible());
  });
}

describe('the API reference in a browser', () => {
  if (executable === undefined) skipOrFail('works in Chromium', 'no Chromium on the PATH or in SVC_TEST_CHROMIUM');
  else specs(executable);
});
