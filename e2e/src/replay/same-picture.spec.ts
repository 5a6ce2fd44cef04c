import assert from 'node:assert/strict';
import { skipOrFail } from '@svc/testing';
import { findChromium, startChromium } from '@svc/testing/chromium';
import type { Browser } from 'playwright-core';
import { MountedFrame } from './play/mounted-frame.js';
import { startMountingSite, type MountingSite } from './play/mounting-site.js';
import { recordPage, redacted } from './play/record-page.js';
import { RECORDED_PAGES } from './play/recorded-pages.js';

const executable = findChromium();

function specs(executablePath: string): void {
  let browser: Browser;
  let site: MountingSite;
  beforeAll(async () => {
    browser = await startChromium(executablePath);
    site = await startMountingSite();
  });
  afterAll(async () => {
    await browser.close();
    await site.stop();
  });

  it.each(RECORDED_PAGES)('shows $name as it was at each moment, after redaction', async (recorded) => {
    const context = await browser.newContext();
    const { events, moments } = await recordPage(await context.newPage(), recorded);
    const mounted = await MountedFrame.open(context, site.page);
    await mounted.send({ type: 'load', events: await redacted(events) });
    const start = events[0]?.timestamp ?? assert.fail('nothing is recorded');
    await mounted.assertShowsEach(moments, start);
    assert.ok(new Set(moments.map(({ picture }) => picture)).size > moments.length / 2, 'the pictures differ');
    assert.deepEqual(await mounted.warnings(), []);
    await context.close();
  });
}

describe('a recording in the player document', () => {
  if (executable === undefined) skipOrFail('works in Chromium', 'no Chromium on the PATH or in SVC_TEST_CHROMIUM');
  else specs(executable);
});
