import assert from 'node:assert/strict';
import { eventually, skipOrFail } from '@svc/testing';
import { findChromium, startChromium } from '@svc/testing/chromium';
import type { Page } from 'playwright-core';
import { GatewayUnderTest } from '../../testing/gateway.js';
import { MailServer } from '../../testing/mail-server.js';

const OLD = 'the password before the reset';
const NEW = 'the password after the reset';
const executable = findChromium();

function specs(executablePath: string): void {
  it('replaces a password through the link in the mail, once', async () => {
    const mail = await MailServer.start();
    const gateway = await GatewayUnderTest.start({ mail: { smtpUrl: mail.url, from: 'svc <svc@example.com>' } });
    const browser = await startChromium(executablePath);
    try {
      const { email } = await gateway.newMember('ROLE_MEMBER', undefined, OLD);
      const page = await browser.newPage({ baseURL: `http://127.0.0.1:${gateway.gateway.port}` });
      page.setDefaultTimeout(10_000);
      await page.goto('/login');
      await page.getByRole('link', { name: 'Forgot your password?' }).click();
      await submit(page, { 'E-mail address': email }, 'Send the link');
      assert.equal(await page.locator('h1').innerText(), 'Check your e-mail');
      await eventually('the mail', () => mail.received.length === 1);
      const link = /\/password\/reset\?token=\w+/.exec(mail.received[0]?.text ?? '')?.[0] ?? assert.fail('no link');
      await page.goto(link);
      await submit(page, { 'New password': NEW }, 'Set the password');
      assert.equal(await page.locator('h1').innerText(), 'The password is set');
      await page.goto(link);
      await submit(page, { 'New password': OLD }, 'Set the password');
      assert.match(await page.getByRole('alert').innerText(), /used or has expired/);
      await page.goto('/login?return_to=/device');
      await submit(page, { 'E-mail address': email, Password: NEW }, 'Sign in');
      assert.equal(new URL(page.url()).pathname, '/device');
    } finally {
      await browser.close();
      await gateway.stop();
      await mail.stop();
    }
  });
}

async function submit(page: Page, fields: Readonly<Record<string, string>>, button: string): Promise<void> {
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label).fill(value);
  await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: button }).click()]);
}

describe('a forgotten password in a browser', () => {
  if (executable === undefined) skipOrFail('works in Chromium', 'no Chromium on the PATH or in SVC_TEST_CHROMIUM');
  else specs(executable);
});
