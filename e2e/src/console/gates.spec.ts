import assert from 'node:assert/strict';
import { eventually, skipOrFail } from '@svc/testing';
import { findChromium, startChromium } from '@svc/testing/chromium';
import type { Browser } from 'playwright-core';
import { axeViolations } from './axe.js';
import { ConsolePage, PHONE } from './console-page.js';

const executable = findChromium();

/** Scripts that do what no page may do, and what the harness says about it. */
const FAULTS = [
  ['an error on the console', `console.error('it broke')`, /^console error: it broke/],
  ['a warning on the console', `console.warn('it is odd')`, /^console warning: it is odd/],
  ['an exception', `setTimeout(() => { throw new RangeError('out of range'); })`, /^uncaught: .*out of range/],
  ['a rejection', `void Promise.reject(new TypeError('no value'))`, /^uncaught: .*no value/],
  [
    'a style in an attribute',
    `document.body.setAttribute('style', 'color: red')`,
    /securitypolicyviolation: style-src-attr/,
  ],
  [
    'a request of another host',
    `void fetch('http://127.0.0.1:9/').catch(() => undefined)`,
    /^outside the contract: GET http:\/\/127\.0\.0\.1:9\//,
  ],
  ['an image of another host', `new Image().src = 'http://127.0.0.1:9/a.png'`, /securitypolicyviolation: img-src/],
] as const;

function specs(executablePath: string): void {
  let browser: Browser;
  let opened: ConsolePage;
  beforeAll(async () => {
    browser = await startChromium(executablePath);
  });
  afterAll(() => browser.close());
  beforeEach(async () => {
    opened = await ConsolePage.open(browser, { viewport: PHONE });
    // The page without a script of its own.
    await opened.goto('/login');
  });

  it.each(FAULTS)('notice %s', async (_name, script, expected) => {
    await opened.page.evaluate(`${script}; undefined`);
    await eventually('the fault is noticed', () => opened.faults.some((fault) => expected.test(fault))).catch(() =>
      assert.fail(`noticed: ${opened.faults.join('\n')}`),
    );
    await assert.rejects(opened.close(), assert.AssertionError);
  });

  it('notice an asset that is missing', async () => {
    await opened.page.evaluate(`new Promise((resolve) => {
      document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: '/assets/none.css', onload: resolve, onerror: resolve }));
    })`);
    await eventually('the fault is noticed', () =>
      opened.faults.some((fault) => /^failed: .*none\.css 404/.test(fault)),
    );
    await assert.rejects(opened.close(), /none\.css/);
  });

  it('notice a page that is wider than its window', async () => {
    await opened.assertFits();
    await opened.page.evaluate(
      `document.body.append(Object.assign(document.createElement('pre'), { id: 'wide', textContent: 'x'.repeat(500) }))`,
    );
    await assert.rejects(opened.assertFits(), /pre\.wide/);
    await opened.close();
  });

  it('notice what is not accessible, in both themes', async () => {
    assert.deepEqual(await axeViolations(opened.page), []);
    await opened.page.evaluate(`document.querySelector('main, body').append(document.createElement('button'))`);
    const found = await axeViolations(opened.page);
    for (const theme of ['light', 'dark'])
      assert.ok(
        found.some((line) => line.startsWith(`${theme}: button-name (critical)`)),
        found.join('\n'),
      );
    await opened.close();
  });

  it('find nothing in a page without faults, and what is tolerated is no fault', async () => {
    await opened.page.evaluate(`console.error('expected here'), console.log('fine')`);
    await eventually('the message has arrived', () => opened.faults.length > 0);
    opened.tolerate(/expected here/);
    await opened.close();
  });
}

describe('the gates of pages of the console', () => {
  if (executable === undefined) skipOrFail('work in Chromium', 'no Chromium on the PATH or in SVC_TEST_CHROMIUM');
  else specs(executable);
});
