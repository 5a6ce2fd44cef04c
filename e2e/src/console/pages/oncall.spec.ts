import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { ok } from '../../api.js';
import { startReceiver } from '../../integrations/receiver.js';
import { items } from '../../reference/recorder.js';
import { noteSecret } from '../../secrets.js';
import { axeViolations } from '../axe.js';
import { describeConsole } from '../console-suite.js';
import { SeededProject } from '../seed/project.js';
import { seedResponders } from '../seed/respond.js';

describeConsole('the forms of those who are on call and of what reaches them', (suite) => {
  let project: SeededProject;
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  beforeAll(async () => {
    project = await SeededProject.make();
    receiver = await startReceiver();
    await seedResponders(project, receiver.url);
  });
  afterAll(() => receiver.stop());

  const open = async (path: string, options = {}) => suite().open(`/p/${project.slug}/${path}`, options);
  const named = async (path: string, list: string, name: string) =>
    items(await project.get(path), list).find((each) => each['name'] === name);
  const put = (path: string, body: object) => ok('PUT', `${path}?project_id=${project.id}`, { body });

  it('makes a schedule, shows its gaps, changes it after another member did, and deletes it', async () => {
    const opened = await open('respond?tab=oncall');
    opened.tolerate(/status of 409/);
    const { page } = opened;
    await page.getByRole('button', { name: 'New schedule' }).click();
    await page.getByText('Type a name.').waitFor();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Nights');
    await page.getByRole('combobox', { name: 'Time zone' }).selectOption('Europe/Berlin');
    await page.getByRole('button', { name: 'Add a window' }).click();
    await page.getByText(/^No layer always applies/).waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await page.getByRole('button', { name: 'Create the schedule' }).click();
    const calendar = page.getByRole('list', { name: 'Calendar' });
    await calendar.getByText('Nobody 09:00–18:00, because no layer covers the time').first().waitFor();
    const made = await named('/oncall/schedules', 'schedules', 'Nights');
    assert.equal(made?.['time_zone'], 'Europe/Berlin');
    await page.getByRole('button', { name: 'Edit' }).click();
    const length = page.getByRole('textbox', { name: 'A turn lasts' });
    await length.waitFor();
    const path = `/oncall/schedules/${String(made['id'])}`;
    const [layer] = items(await project.get(path), 'layers') as unknown as readonly object[];
    await put(path, { name: 'Nights', time_zone: 'Europe/Berlin', layers: [{ ...layer, name: 'Renamed' }] });
    await length.fill('2d');
    await page.getByRole('button', { name: 'Save the schedule' }).click();
    const dialog = page.getByRole('dialog', { name: 'The schedule has changed' });
    await dialog.getByRole('row', { name: /^Layer Renamed – 1\. · you/ }).waitFor();
    await dialog.getByRole('button', { name: 'Save mine' }).click();
    await page.getByRole('table', { name: 'Layers' }).getByText('2d').waitFor();
    const saved = await project.get(path);
    assert.deepEqual([items(saved, 'layers')[0]?.['rotation_length'], saved['version']], ['2d', 3]);
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('dialog', { name: 'Delete the schedule?' }).getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Deleted.').waitFor();
    assert.equal(await named('/oncall/schedules', 'schedules', 'Nights'), undefined);
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('dialog').getByText('Payments first').waitFor();
  });

  it('makes a feed of the own shifts, shows its address once, and ends it', async () => {
    const opened = await open('respond?tab=oncall');
    opened.tolerate(/status of 404/);
    const { page } = opened;
    await page.getByRole('button', { name: 'Create a feed' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Create the feed' }).click();
    const dialog = page.getByRole('dialog', { name: 'Your calendar feed' });
    const address = noteSecret(await dialog.getByRole('group', { name: 'Address of the feed' }).innerText());
    assert.match(await (await fetch(address)).text(), /^BEGIN:VCALENDAR/);
    await dialog.getByRole('button', { name: 'I have stored it' }).click();
    assert.equal((await page.content()).includes(new URL(address).pathname), false);
    await endFeed(page);
    await page.getByText('The feed has ended.').waitFor();
    assert.equal((await fetch(address)).status, 404);
    await endFeed(page);
    await page.getByText('You have no feed in this project.').waitFor();
  });

  it('makes a policy beside its dry run, says which level reaches nobody, changes and deletes it', async () => {
    const { page } = await open('respond?tab=escalation');
    await page.getByRole('button', { name: 'New policy' }).click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Night shift');
    await page.getByText('Level 1 pages nobody: choose a schedule, a member or a channel.').waitFor();
    const first = page.getByRole('group', { name: 'Level 1' });
    await first.getByRole('button', { name: 'Payments' }).click();
    await first.getByText(/^Payments: (nobody is on call now|on call now is)/).waitFor();
    await page.getByRole('button', { name: 'Add a level' }).click();
    const second = page.getByRole('group', { name: 'Level 2' });
    await second.getByRole('combobox', { name: 'Add to members' }).selectOption('Me');
    assert.deepEqual(await axeViolations(page), []);
    await page.getByRole('button', { name: 'Create the policy' }).click();
    await page
      .getByRole('list', { name: 'Warnings' })
      .getByText(/^Level 2: .* has no contact method/)
      .waitFor();
    const made = await named('/escalation-policies', 'escalation_policies', 'Night shift');
    assert.deepEqual([made && items(made, 'levels').length, made?.['max_escalations']], [2, 3]);
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('table', { name: 'Steps of the dry run' }).getByText('Nobody').first().waitFor();
    await page.getByRole('button', { name: 'Move up Level 2' }).click();
    await page.getByRole('group', { name: 'Level 2' }).getByRole('button', { name: 'Operations' }).click();
    await page.getByRole('button', { name: 'Save the policy' }).click();
    const levels = page.getByRole('table', { name: 'Levels' });
    await levels.getByRole('row', { name: /^2 On call in Payments Channel Operations/ }).waitFor();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('dialog', { name: 'Delete the policy?' }).getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Deleted.').waitFor();
    assert.equal(await named('/escalation-policies', 'escalation_policies', 'Night shift'), undefined);
  });

  it('shows what inhibition rules keep quiet, replaces the built-in one, and returns to it', async () => {
    const opened = await open('respond?tab=inhibition');
    opened.tolerate(/status of 409/);
    const { page } = opened;
    await page.getByText('The project has set no rules: the built-in one applies.').waitFor();
    await page.getByText('It keeps no alert quiet now.').waitFor();
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('textbox', { name: 'While an alert is active with' }).fill('alertname');
    await page.getByText(/^Rule 1: “alertname” needs a name/).waitFor();
    await page.getByRole('textbox', { name: 'While an alert is active with' }).fill('alertname=Database is down');
    await page.getByRole('textbox', { name: 'Both have the same' }).fill('environment');
    await page.getByText('0 match the first matchers, 0 the second ones.').waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await page.getByRole('button', { name: 'Save the rules' }).click();
    await page.getByText(/^While alertname=Database is down is active: .* with the same environment$/).waitFor();
    await page.getByRole('button', { name: 'Edit' }).click();
    const button = page.getByRole('button', { name: 'Save the rules' });
    await button.waitFor();
    assert.equal((await put('/alerts/inhibition', { rules: [] }))['version'], 2);
    await button.click();
    const dialog = page.getByRole('dialog', { name: 'The rules have changed' });
    await dialog.getByRole('row', { name: /^Rule 1 While alertname=Database is down/ }).waitFor();
    await dialog.getByRole('button', { name: 'Save mine' }).click();
    await page.getByRole('button', { name: 'Return to the built-in rule' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete the rules' }).click();
    await page.getByText('The project has set no rules: the built-in one applies.').waitFor();
    assert.equal('version' in (await project.get('/alerts/inhibition')), false);
  });

  it('tells viewers which scope they lack', async () => {
    const { page } = await open('respond?tab=oncall', { role: 'ROLE_VIEWER' });
    for (const name of ['New schedule', 'Edit', 'Delete', 'Create a feed']) {
      const button = page.getByRole('button', { name, exact: true });
      await button.waitFor();
      assert.equal(await button.getAttribute('title'), 'Your role does not have oncall:write.', name);
    }
  });
});

async function endFeed(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'End the feed' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End it' }).click();
}
