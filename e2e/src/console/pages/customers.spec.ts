import assert from 'node:assert/strict';
import { axeViolations } from '../axe.js';
import { DESKTOP, PHONE, type ConsolePage } from '../console-page.js';
import { describeConsole } from '../console-suite.js';
import { seed, type Seed } from '../seed/seed.js';

describeConsole('the pages of customers', (suite) => {
  let seeded: Seed;
  beforeAll(async () => {
    seeded = await seed();
  });

  const open = async (address: string, viewport = DESKTOP): Promise<ConsolePage> =>
    suite().open(`/p/${seeded.slug}/${address}`, { viewport });

  it('finds a person by name, shows its timeline, narrows it by kind, and comes back', async () => {
    const { page } = await open('customers?from=-7d');
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
  });

  it('says which IDs a person has and why, its accounts, its flags and its cohorts with the reason of each', async () => {
    const { page } = await open(`customers/persons/${seeded.distinctId}?from=-7d`);
    await page.getByRole('list', { name: 'IDs' }).getByText('Linked to ada by the event “identify”').first().waitFor();
    await page.getByRole('list', { name: 'Flags' }).getByText('new-checkout').waitFor();
    await page.getByRole('list', { name: 'Cohort Pro plan' }).getByText('plan is "pro" (it is "free")').waitFor();
    await page.getByRole('list', { name: 'Accounts' }).getByRole('link', { name: 'acme' }).click();
    await page.getByRole('heading', { name: 'Acme', level: 1 }).waitFor();
    await page.getByRole('table', { name: 'Active persons' }).getByRole('link', { name: 'ada' }).waitFor();
    await page.getByRole('list', { name: 'Segment Large accounts' }).getByText('no member').waitFor();
  });

  it('opens an event of the timeline among the events, with its properties', async () => {
    const { page } = await open(`customers/persons/${seeded.distinctId}?from=-7d&kinds=event`);
    await page.getByRole('link', { name: 'order placed' }).first().click();
    const panel = page.getByRole('region', { name: 'order placed' });
    await panel.getByText('currency').waitFor();
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
  });

  it('counts trends, funnels and retention of events that the address names', async () => {
    const { page } = await open('customers?from=-7d&tab=funnels');
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
  });

  it('lists the members of a cohort with the reason of each, and deletes a cohort after a question', async () => {
    const { page } = await open('customers?tab=cohorts');
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
  });
});
