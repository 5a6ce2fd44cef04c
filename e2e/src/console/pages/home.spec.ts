import assert from 'node:assert/strict';
import { axeViolations } from '../axe.js';
import { PHONE } from '../console-page.js';
import { describeConsole } from '../console-suite.js';
import { SeededProject } from '../seed/project.js';
import { seed, type Seed } from '../seed/seed.js';

describeConsole('the home of a project', (suite) => {
  it('makes a key, shows what arrives, and leads to it', async () => {
    const project = await SeededProject.make();
    const opened = await suite().open(`/p/${project.slug}/`);
    const { page } = opened;
    await page.getByRole('heading', { name: 'Send your first data' }).waitFor();
    await page.getByRole('button', { name: 'Create a key' }).click();
    const secret = await page.getByRole('group', { name: 'API key', exact: true }).innerText();
    assert.match(secret, /^svc_/);
    const variables = await page.getByRole('group', { name: 'Variables' }).innerText();
    assert.ok(variables.includes(secret) && variables.includes('OTEL_EXPORTER_OTLP_ENDPOINT='));
    assert.deepEqual(await axeViolations(page), []);

    const endpoint = /OTEL_EXPORTER_OTLP_ENDPOINT=(\S+)/.exec(variables)?.[1] ?? assert.fail(variables);
    await sendLog(endpoint, secret);
    await page.getByRole('link', { name: 'Log records' }).waitFor();
    await page.getByRole('button', { name: 'Show the overview' }).waitFor();
    await page.getByRole('link', { name: 'Log records' }).click();
    await page.getByRole('row').filter({ hasText: 'the first record' }).waitFor();
  });

  it('says who can make a key to a user who cannot', async () => {
    const project = await SeededProject.make();
    const opened = await suite().open(`/p/${project.slug}/`, { role: 'ROLE_VIEWER' });
    const button = opened.page.getByRole('button', { name: 'Create a key' });
    assert.equal(await button.getAttribute('aria-disabled'), 'true');
    await opened.page.getByText('Ask an admin for one').first().waitFor();
  });

  describe('with data', () => {
    let seeded: Seed;
    beforeAll(async () => {
      seeded = await seed();
    });

    it('shows figures, what needs attention, services and changes', async () => {
      const opened = await suite().open(`/p/${seeded.slug}/`);
      const { page } = opened;
      await page.getByRole('heading', { name: 'Home', exact: true }).waitFor();
      await page.getByRole('region', { name: 'Needs attention' }).getByRole('listitem').first().waitFor();
      await page.getByRole('region', { name: 'Services' }).getByRole('link', { name: 'checkout' }).waitFor();
      await page.getByRole('region', { name: 'Changes of the last week' }).getByText('release').first().waitFor();
      assert.deepEqual(await axeViolations(page), []);
      const phone = await suite().open(`/p/${seeded.slug}/`, { viewport: PHONE });
      await phone.assertFits();
    });
  });
});

async function sendLog(endpoint: string, key: string): Promise<void> {
  const record = { timeUnixNano: `${Date.now()}000000`, body: { stringValue: 'the first record' } };
  const body = { resourceLogs: [{ resource: {}, scopeLogs: [{ logRecords: [record] }] }] };
  const answer = await fetch(`${endpoint}/v1/logs`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-svc-api-key': key },
    body: JSON.stringify(body),
  });
  assert.equal(answer.status, 200, await answer.text());
}
