import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { skipOrFail } from '@svc/testing';
import { findChromium, startChromium } from '@svc/testing/chromium';
import { AuthorizeScene, PAGE } from '../testing/authorize-scene.js';

const PASSWORD = 'correct horse battery';
const executable = findChromium();

function specs(executablePath: string): void {
  it('continues to the page of the provider after a sign-in, on a phone too', async () => {
    const provider = createServer((_, response) => void response.end('the page of the provider'));
    provider.listen(0, '127.0.0.1');
    await once(provider, 'listening');
    const origin = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
    const scene = await AuthorizeScene.start();
    const { gateway } = scene;
    const browser = await startChromium(executablePath);
    try {
      scene.shown = { ...scene.shown, displayName: 'a-name-without-a-space-'.repeat(8), providerOrigin: origin };
      scene.decided = { providerUrl: `${origin}/authorize` };
      const { email } = await gateway.newMember('ROLE_ADMIN', undefined, PASSWORD);
      const page = await browser.newPage({
        baseURL: `http://127.0.0.1:${gateway.gateway.port}`,
        viewport: { width: 320, height: 640 },
      });
      page.setDefaultTimeout(10_000);
      await page.goto(PAGE);
      await page.getByLabel('E-mail address').fill(email);
      await page.getByLabel('Password').fill(PASSWORD);
      await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Sign in' }).click()]);
      assert.equal(await page.locator('h1').innerText(), 'Connect a project to GitHub?');
      const isWide = await page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');
      assert.equal(isWide, false, 'a phone has to scroll sideways');
      await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Continue to GitHub' }).click()]);
      assert.equal(page.url(), `${origin}/authorize`);
      assert.equal(await page.innerText('body'), 'the page of the provider');
    } finally {
      await browser.close();
      await scene.stop();
      provider.closeAllConnections();
      await new Promise((resolve) => provider.close(resolve));
    }
  });
}

describe('confirming an authorization in a browser', () => {
  if (executable === undefined) skipOrFail('works in Chromium', 'no Chromium on the PATH or in SVC_TEST_CHROMIUM');
  else specs(executable);
});
