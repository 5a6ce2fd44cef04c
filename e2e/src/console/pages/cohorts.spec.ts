import assert from 'node:assert/strict';
import { eventually } from '@svc/testing';
import type { Page } from 'playwright-core';
import { items } from '../../reference/recorder.js';
import { axeViolations } from '../axe.js';
import { describeConsole } from '../console-suite.js';
import { SeededProject } from '../seed/project.js';

describeConsole('the cohorts, segments and IDs of customers', (suite) => {
  let project: SeededProject;
  beforeAll(async () => {
    project = await SeededProject.make();
    await project.ingest('/capture', {
      events: [
        { event: 'order placed', distinct_id: 'ada', set: { plan: 'pro' } },
        { event: 'order placed', distinct_id: 'grace', set: { plan: 'free' } },
        { event: 'identify', distinct_id: 'grace', anon_distinct_id: 'anon-7' },
        {
          event: '$groupidentify',
          distinct_id: 'backend',
          group_type: 'company',
          group_key: 'acme',
          set: { seats: 40 },
        },
      ],
    });
    await eventually('the persons can be read', async () => {
      const persons = items(await project.get('/persons?limit=100'), 'persons');
      return persons.length >= 2 && items(await project.get('/groups'), 'groups').length > 0;
    });
  });

  const open = async (address: string, role = 'ROLE_ADMIN'): Promise<Page> => {
    const opened = await suite().open(`/p/${project.slug}/${address}`, { role });
    // Browsers report the conflict that one of the specs makes.
    opened.tolerate(/409/);
    return opened.page;
  };

  it('make a cohort after a look at its members, change it as JSON, and show both of a conflict', async () => {
    const page = await open('customers?tab=cohorts');
    await page.getByRole('button', { name: 'New cohort' }).click();
    const editor = page.getByRole('dialog', { name: 'New cohort' });
    await editor.getByRole('textbox', { name: 'Name' }).fill('Paying');
    await editor.getByRole('textbox', { name: 'Property' }).fill('plan');
    await editor.getByRole('textbox', { name: 'Value' }).fill('pro');
    await editor.getByText('1 person now').waitFor();
    await editor.getByRole('link', { name: 'ada' }).waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await editor.getByRole('button', { name: 'Create' }).click();
    const panel = page.getByRole('region', { name: 'Paying' });
    await panel.getByRole('table', { name: 'Builds of the cohort' }).getByText('ready').waitFor();
    await panel.getByRole('button', { name: 'Edit the cohort' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit the cohort' });
    await edit.getByRole('button', { name: 'Edit as JSON' }).click();
    const definition = edit.getByRole('textbox', { name: 'Definition' });
    await definition.fill('{"operator": "or",\n"conditions": [}');
    await edit.getByText(/^Line 2, column 16:/).waitFor();
    await definition.fill('{"operator":"or","conditions":[{"type":"property","key":"plan","op":"is_set"}]}');
    await edit.getByText('2 persons now').waitFor();
    const [cohort] = items(await project.get('/analytics/cohorts'), 'cohorts');
    await project.patch(`/analytics/cohorts/${String(cohort?.['id'])}`, { description: 'By someone else' });
    await edit.getByRole('button', { name: 'Save' }).click();
    const conflict = page.getByRole('dialog', { name: 'The cohort has changed' });
    await conflict.getByRole('row', { name: /Purpose.*By someone else/ }).waitFor();
    await conflict.getByRole('button', { name: 'Save mine over it' }).click();
    await edit.waitFor({ state: 'detached' });
    await panel.getByText('plan is set').waitFor();
    await panel.getByText('By someone else').waitFor();
  });

  it('replace the list of a static cohort, which a viewer cannot', async () => {
    const page = await open('customers?tab=cohorts');
    await page.getByRole('button', { name: 'New cohort' }).click();
    const editor = page.getByRole('dialog', { name: 'New cohort' });
    await editor.getByRole('textbox', { name: 'Name' }).fill('Beta testers');
    await editor.getByRole('button', { name: 'A list' }).click();
    await editor.getByRole('textbox', { name: 'Members' }).fill('ada\n');
    await editor.getByRole('button', { name: 'Create' }).click();
    const panel = page.getByRole('region', { name: 'Beta testers' });
    await panel.getByRole('button', { name: 'Edit the members' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit the members' });
    await dialog.getByText(/^1 members: 0 added/).waitFor();
    await dialog.getByRole('textbox', { name: 'Members' }).fill('grace');
    await dialog.getByText(/1 added, 1 removed/).waitFor();
    await dialog.getByRole('button', { name: 'Replace the list' }).click();
    await panel.getByRole('list', { name: 'Members' }).getByRole('link', { name: 'grace' }).waitFor();
    await panel.getByRole('table', { name: 'Builds of the cohort' }).getByRole('row').nth(2).waitFor();
    const viewer = await open('customers?tab=cohorts', 'ROLE_VIEWER');
    const create = viewer.getByRole('button', { name: 'New cohort' });
    assert.equal(await create.getAttribute('title'), 'Your role does not have cohorts:write.');
  });

  it('make, change and delete a segment of accounts', async () => {
    const page = await open('customers?tab=segments');
    await page.getByText('No segments yet').waitFor();
    await page.getByRole('button', { name: 'New segment' }).click();
    const editor = page.getByRole('dialog', { name: 'New segment' });
    await editor.getByRole('textbox', { name: 'Name' }).fill('Large');
    await editor.getByRole('combobox', { name: 'Field' }).fill('property.seats');
    await editor.getByRole('combobox', { name: 'Operator' }).selectOption('gt');
    await editor.getByRole('textbox', { name: 'Value' }).fill('10');
    await editor.getByRole('link', { name: 'acme' }).waitFor();
    await editor.getByRole('button', { name: 'Create' }).click();
    const panel = page.getByRole('region', { name: 'Large' });
    await panel.getByText('1 account now').waitFor();
    await panel.getByRole('button', { name: 'Edit the segment' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit the segment' });
    await edit.getByRole('textbox', { name: 'Value' }).fill('100');
    await edit.getByText('0 accounts now').waitFor();
    await edit.getByRole('button', { name: 'Save' }).click();
    await panel.getByText('property.seats is more than 100').waitFor();
    await panel.getByRole('button', { name: 'Delete the segment' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete the segment' }).click();
    await page.getByText('No segments yet').waitFor();
  });

  it('hold the live events while earlier ones are read, and say how many are new', async () => {
    const many = Array.from({ length: 60 }, (_, nth) => ({ event: `view ${nth}`, distinct_id: 'backend' }));
    await project.ingest('/capture', { events: many });
    const page = await open('customers?tab=events&live=1');
    const events = page.getByRole('grid', { name: 'Events' });
    await eventually('the events are shown', async () => Number(await events.getAttribute('aria-rowcount')) > 60);
    await events.focus();
    await events.press('End');
    await events.getByRole('row').last().waitFor();
    await project.ingest('/capture', { events: [{ event: 'the last one', distinct_id: 'backend' }] });
    await page.getByRole('button', { name: '1 new' }).click();
    await events.getByText('the last one').waitFor();
    await page.getByRole('button', { name: '1 new' }).waitFor({ state: 'detached' });
  });

  it('unlink an ID, and erase a person after its ID is typed', async () => {
    const page = await open('customers/persons/grace?from=-7d');
    const ids = page.getByRole('list', { name: 'IDs', exact: true });
    await ids.getByRole('button', { name: 'Remove the link of anon-7' }).click();
    await page
      .getByRole('dialog', { name: 'Remove this link?' })
      .getByRole('button', { name: 'Remove the link' })
      .click();
    await ids.getByText('anon-7').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Erase' }).click();
    const dialog = page.getByRole('dialog', { name: 'Erase this person?' });
    const erase = dialog.getByRole('button', { name: 'Erase permanently' });
    assert.equal(await erase.getAttribute('title'), 'Type the ID of the person first.');
    await dialog.getByRole('textbox').fill('grace');
    await erase.click();
    await page.waitForURL(/\/customers(\?|$)/, { timeout: 60_000 });
    const gone = items(await project.get('/persons?search=grace'), 'persons');
    assert.deepEqual(gone, []);
  });
});
