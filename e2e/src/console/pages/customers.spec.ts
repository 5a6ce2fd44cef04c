import assert from 'node:assert/strict';
import { skipOrFail } from '@svc/testing';
import { findChromium, startChromium } from '@svc/testing/chromium';
import type { Browser } from 'playwright-core';
import { theService } from '../../topology.js';
import { signIn } from '../../workspace/person.js';
import { axeViolations } from '../axe.js';
import { ConsolePage, DESKTOP, PHONE } from '../console-page.js';
import { seed, type Seed } from '../seed/seed.js';

const executable = findChromium();

function specs(executablePath: string): void {
  let browser: Browser;
  let seeded: Seed;
  let cookie: string;
  beforeAll(async () => {
    browser = await startChromium(executablePath);
    seeded = await seed();
    cookie = (await signIn(theService().owner)).cookie;
  });
  afterAll(() => browser.close());

  const open = async (address: string, viewport = DESKTOP): Promise<ConsolePage> => {
    const opened = await ConsolePage.open(browser, { cookie, viewport });
    await opened.goto(`/p/${seeded.slug}/${address}`);
    // The page is there after its code; only then is there anything to settle.
    await opened.page.getByRole('heading', { level: 1 }).waitFor();
    await opened.settled();
    return opened;
  };

  it('finds a person by name, shows its timeline, narrows it by kind, and comes back', async () => {
    const opened = await open('customers?from=-7d');
    const { page } = opened;
    await page.getByRole('searchbox', { name: 'Search persons' }).fill('lovelace');
    await page.waitForURL(/q=lovelace/);
    await page.getByRole('link', { name: 'Ada Lovelace' }).click();
    await page.getByRole('heading', { name: 'Ada Lovelace', level: 1 }).waitFor();
    await page.getByText('order placed').first().waitFor();
    await page.getByRole('group', { name: 'Kinds' }).getByRole('button', { name: 'Errors' }).click();
    await page.getByText('order placed').first().waitFor({ state: 'detached' });
    assert.equal(new URL(page.url()).searchParams.get('kinds'), 'error');
    await page.goBack();
    await page.getByText('order placed').first().waitFor();
    await page.goBack();
    assert.equal(await page.getByRole('searchbox', { name: 'Search persons' }).inputValue(), 'lovelace');
    await opened.close();
  });

  it('says which IDs a person has and why, its accounts, its flags and its cohorts with the reason of each', async () => {
    const opened = await open(`customers/persons/${seeded.distinctId}?from=-7d`);
    const { page } = opened;
    await page.getByRole('list', { name: 'IDs' }).getByText('Linked to ada by the event “identify”').first().waitFor();
    await page.getByRole('list', { name: 'Flags' }).getByText('new-checkout').waitFor();
    await page.getByRole('list', { name: 'Cohort Pro plan' }).getByText('plan is "pro" (it is "free")').waitFor();
    await page.getByRole('list', { name: 'Accounts' }).getByRole('link', { name: 'acme' }).click();
    await page.getByRole('heading', { name: 'Acme', level: 1 }).waitFor();
    await page.getByRole('table', { name: 'Active persons' }).getByRole('link', { name: 'ada' }).waitFor();
    await page.getByRole('list', { name: 'Segment Large accounts' }).getByText('no member').waitFor();
    await opened.close();
  });

  it('opens an event of the timeline among the events, with its properties', async () => {
    const opened = await open(`customers/persons/${seeded.distinctId}?from=-7d&kinds=event`);
    const { page } = opened;
    await page.getByRole('link', { name: 'order placed' }).first().click();
    const panel = page.getByRole('region', { name: 'order placed' });
    await panel.getByText('currency').waitFor();
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    await opened.close();
  });

  it('counts trends, funnels and retention of events that the address names', async () => {
    const opened = await open('customers?from=-7d&tab=funnels');
    const { page } = opened;
    for (const event of ['page viewed', 'order placed']) {
      await page
        .getByRole('textbox', { name: 'Add to steps' })
        .or(page.getByRole('combobox', { name: 'Add to steps' }))
        .fill(event);
      await page.keyboard.press('Enter');
    }
    await page.getByRole('list', { name: 'Steps of the funnel' }).getByText('persons').first().waitFor();
    assert.deepEqual(new URL(page.url()).searchParams.getAll('event'), ['page viewed', 'order placed']);
    await page.getByRole('button', { name: 'Trends' }).click();
    await page.getByRole('table', { name: 'Totals' }).getByText('order placed').waitFor();
    await page.getByRole('button', { name: 'Retention' }).click();
    await page.getByRole('table', { name: 'Retention' }).getByText('100%').first().waitFor();
    await opened.close();
  });

  it('lists the members of a cohort with the reason of each, and deletes a cohort after a question', async () => {
    const opened = await open('customers?tab=cohorts');
    const { page } = opened;
    await page.getByRole('gridcell', { name: 'Pro plan' }).click();
    await page
      .getByRole('button', { name: /^Why .* is a member$/ })
      .first()
      .click();
    await page.getByText('✓ plan is "pro" (it is "pro").').waitFor();
    await page.getByRole('button', { name: 'Delete the cohort' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete this cohort?' });
    await dialog.getByRole('button', { name: 'Keep it' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Delete the cohort' }).click();
    await dialog.getByRole('button', { name: 'Delete the cohort' }).click();
    await page.getByText('No cohorts yet').waitFor();
    await opened.close();
  });

  it.each([
    'customers',
    'customers?tab=accounts',
    'customers?tab=events&from=-7d',
    'customers?tab=trends&from=-7d&event=order+placed&by=property.currency',
    'customers?tab=funnels&from=-7d&event=page+viewed&event=order+placed',
    'customers?tab=retention&from=-7d&event=page+viewed',
    'customers/persons/ada?from=-7d',
    'customers/accounts/company/acme?from=-7d',
  ])('is accessible in both themes and fits a phone: %s', async (address) => {
    const opened = await open(address, PHONE);
    await opened.assertFits();
    assert.deepEqual(await axeViolations(opened.page), []);
    await opened.close();
  });
}

describe('the pages of customers', () => {
  if (executable === undefined) skipOrFail('work in Chromium', 'no Chromium on the PATH or in SVC_TEST_CHROMIUM');
  else specs(executable);
});
