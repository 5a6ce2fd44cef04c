import assert from 'node:assert/strict';
import { eventually, skipOrFail } from '@svc/testing';
import { findChromium, startChromium } from '@svc/testing/chromium';
import type { Browser } from 'playwright-core';
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
}

describe('the gates of pages of the console', () => {
  if (executable === undefined) skipOrFail('work in Chromium', 'no Chromium on the PATH or in SVC_TEST_CHROMIUM');
  else specs(executable);
});
