import assert from 'node:assert/strict';
import { eventually } from '@svc/testing';
import type { Page } from 'playwright-core';
import { axeViolations } from '../axe.js';
import { PHONE, type ConsolePage } from '../console-page.js';
import { describeConsole } from '../console-suite.js';
import { seed } from '../seed/seed.js';

describeConsole('services in the console', (suite) => {
  let slug: string;
  let opened: ConsolePage;
  let page: Page;
  beforeAll(async () => {
    ({ slug } = await seed());
  });

  const open = async (path: string, options = {}): Promise<void> => {
    opened = await suite().open(`/p/${slug}/${path}`, options);
    ({ page } = opened);
  };
  const row = (name: string) => page.getByRole('grid', { name: 'Services' }).getByRole('row', { name });
  const node = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}, service: `) });
  const rowNames = async (): Promise<readonly string[]> =>
    page.getByRole('grid', { name: 'Services' }).getByRole('link').allTextContents();

  it('are listed, sorted by the heads of columns in the address, and narrowed by name', async () => {
    await open('services');
    await row('checkout').waitFor();
    await page.getByRole('button', { name: 'Service', exact: true }).click();
    await eventually('sorted by name', async () => (await rowNames())[0] === 'assistant');
    assert.match(page.url(), /sort=name&order=asc/);
    assert.deepEqual(await rowNames(), (await rowNames()).toSorted());
    await page.getByRole('searchbox', { name: 'Name contains' }).fill('CHECK');
    await eventually('narrowed', async () => (await rowNames()).join() === 'checkout');
    await page.getByRole('searchbox', { name: 'Name contains' }).fill('nothing like it');
    await page.getByRole('button', { name: 'Remove the filters' }).click();
    await row('web').waitFor();
    assert.deepEqual(await axeViolations(page), []);
  });

  it('open with their charts, operations and neighbours, and Back restores the list', async () => {
    await open('services?sort=p95');
    await row('checkout').getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: 'checkout' }).waitFor();
    for (const chart of ['Requests per second', 'Share of failed requests', 'Duration of requests'])
      await page.getByRole('application', { name: chart }).waitFor();
    await page.getByRole('table', { name: 'Callers' }).getByRole('button', { name: 'web' }).waitFor();
    await page.getByRole('table', { name: 'Callees' }).getByRole('button', { name: 'payments' }).waitFor();
    await page.getByRole('table', { name: 'Top operations' }).getByRole('link').first().waitFor();
    await opened.settled();
    assert.deepEqual(await axeViolations(page), []);
    await page.goBack();
    await row('checkout').waitFor();
    assert.match(page.url(), /sort=p95/);
  });

  it('say that a service is not known', async () => {
    await open('services/no%2Fsuch%20service');
    opened.tolerate(/404/);
    await page.getByRole('heading', { level: 1, name: 'no/such service' }).waitFor();
    await page.getByText('This service is not known').waitFor();
  });

  it('are nodes of a map that keys move through, open and show as tables', async () => {
    await open('services?view=map');
    await node('checkout').focus();
    await page.keyboard.press('ArrowRight');
    const focused = () => page.evaluate<string>('document.activeElement.querySelector("title")?.textContent ?? ""');
    assert.ok(!(await focused()).startsWith('checkout,'));
    await node('checkout').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('table', { name: 'Callees' }).getByRole('button', { name: 'payments' }).click();
    await page.getByRole('table', { name: 'Traces' }).getByRole('link').first().waitFor();
    assert.match(page.url(), /open=service:checkout&open=service:payments/);
    await opened.settled();
    assert.deepEqual(await axeViolations(page), []);
    await page.keyboard.press('t');
    const connections = page.getByRole('grid', { name: 'Connections' });
    await connections.getByRole('row', { name: /^checkout payments/ }).waitFor();
    // The keys move in the list that has the focus.
    await connections.focus();
    await page.keyboard.press('j');
    await eventually('a row of the connections has the focus', () =>
      page.evaluate<boolean>(`document.activeElement?.closest('[aria-label="Connections"]') !== null &&
        document.activeElement?.role === 'row'`),
    );
    await page.keyboard.press('Escape');
    await eventually('closed', () => !page.url().includes('open='));
    await opened.settled();
    assert.deepEqual(await axeViolations(page), []);
  });

  it('are moved and zoomed in the map by wheel, pointer and keys, without a new rendering', async () => {
    await open('services?view=map');
    const box = async () => (await node('web').boundingBox()) ?? assert.fail('the node is not in the page');
    await node('web').waitFor();
    const start = await box();
    const map = (await page.getByRole('group', { name: /^Service map/ }).boundingBox()) ?? assert.fail('no map');
    const corner = { x: map.x + 5, y: map.y + 5 };
    await page.mouse.move(corner.x, corner.y);
    await page.mouse.wheel(0, -150);
    await eventually('zoomed in', async () => (await box()).width > start.width * 1.2);
    await page.keyboard.press('0');
    const fitted = await box();
    await page.mouse.down();
    await page.mouse.move(corner.x + 40, corner.y + 30, { steps: 4 });
    await page.mouse.up();
    const dragged = await box();
    assert.deepEqual([dragged.x - fitted.x, dragged.y - fitted.y].map(Math.round), [40, 30]);
    await page.keyboard.press('Shift+ArrowLeft');
    assert.equal(Math.round((await box()).x - dragged.x), 80);
    await page.keyboard.press('-');
    assert.ok((await box()).width < dragged.width);
  });

  it('fit a phone', async () => {
    await open('services', { viewport: PHONE });
    await row('web').waitFor();
    await opened.assertFits();
    await page.goto(`/p/${slug}/services?view=map`);
    await node('web').waitFor();
    await opened.assertFits();
    await page.goto(`/p/${slug}/services/web`);
    await page.getByRole('table', { name: 'Callees' }).waitFor();
    await opened.settled();
    await opened.assertFits();
  });
});
