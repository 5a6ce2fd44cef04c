import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { eventually } from '@svc/testing';
import type { Page } from 'playwright-core';
import type { Json } from '../../api.js';
import { startReceiver } from '../../integrations/receiver.js';
import { items } from '../../reference/recorder.js';
import { axeViolations } from '../axe.js';
import { PHONE } from '../console-page.js';
import { describeConsole } from '../console-suite.js';
import { seedErrors } from '../seed/errors.js';
import { SeededProject } from '../seed/project.js';
import { seedResponders, type Responders } from '../seed/respond.js';

describeConsole('the pages of alerts, incidents and those who respond', (suite) => {
  let project: SeededProject;
  let responders: Responders;
  let alert: Json;
  let incidentId: string;
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  beforeAll(async () => {
    project = await SeededProject.make();
    // It refuses everything, so that there are deliveries to send again.
    receiver = await startReceiver(() => 400);
    responders = await seedResponders(project, receiver.url);
    await seedErrors(project, 'ada', 'shop@2.0.0');
    // Alerts that begin together are told together, by a notification about one of them.
    alert = await eventually('an alert fires, and a notification is about it', async () => {
      for (const each of items(await project.get('/alerts?state=firing'), 'alerts')) {
        const sent = await project.get(`/notifications/deliveries?alert=${String(each['id'])}`);
        if (items(sent, 'deliveries').length > 0) return each;
      }
      return undefined;
    });
    const incident = await eventually(
      'an incident is open',
      async () => items(await project.get('/incidents'), 'incidents')[0],
    );
    incidentId = incident['id'];
  });
  afterAll(() => receiver.stop());

  const open = async (path: string, options = {}) => suite().open(`/p/${project.slug}/${path}`, options);
  const rows = (page: Page, list: string) => page.getByRole('grid', { name: list }).getByRole('row');
  const getIncident = () => project.get(`/incidents/${incidentId}`);

  it('filters alerts in the address, says why one fires and who was notified, and acknowledges it', async () => {
    const { page } = await open('respond');
    await rows(page, 'Alerts').filter({ hasText: 'New errors' }).first().waitFor();
    await page.getByRole('button', { name: 'silenced', exact: true }).click();
    await page.getByText('No unresolved alert matches these filters.').waitFor();
    await page.goBack();
    const id = String(alert['id']);
    await page.goto(`${page.url()}?open=${id}`);
    const panel = page.getByRole('region', { name: 'New errors' });
    await panel.getByText('Fires when a new issue occurs').waitFor();
    await panel.getByRole('link', { name: 'Show what was measured' }).waitFor();
    await panel.getByRole('table', { name: 'Notifications' }).getByText('Operations').first().waitFor();
    await panel.getByText('The receiver refused it.').first().waitFor();
    await panel.getByRole('button', { name: 'Acknowledge' }).click();
    const dialog = page.getByRole('dialog', { name: 'Acknowledge the alert?' });
    await dialog.getByRole('textbox', { name: 'Note' }).fill('I look at it.');
    await dialog.getByRole('button', { name: 'Acknowledge' }).click();
    await panel.getByRole('list', { name: 'History of the alert' }).getByText('I look at it.').waitFor();
    assert.equal((await project.get(`/alerts/${id}`))['state'], 'acknowledged');
    await panel.getByRole('link', { name: 'Open the alert alone' }).click();
    await page.getByRole('heading', { level: 1, name: 'New errors' }).waitFor();
  });

  it('shows what others do in the room of an incident as it happens, and comments', async () => {
    const { page } = await open('respond?tab=incidents');
    await rows(page, 'Incidents').filter({ hasText: 'New errors' }).first().click();
    await page.waitForURL(/respond\/incidents\//);
    await page.goto(page.url().replace(/incidents\/.*/, `incidents/${incidentId}`));
    const timeline = page.getByRole('log', { name: 'Timeline' });
    await timeline.getByText('Alert attached: New errors').first().waitFor();
    await timeline
      .getByText('Ada has no contact method.')
      .or(timeline.getByText(/Level 1/))
      .first()
      .waitFor();
    await page
      .getByRole('table', { name: /^Linked/ })
      .getByRole('link', { name: 'New errors' })
      .first()
      .waitFor();
    const { version } = await getIncident();
    const comment = { text: 'Seen by a colleague.', expected_version: version, idempotency_key: randomUUID() };
    await project.post(`/incidents/${incidentId}/comments`, comment);
    await timeline.getByText('Seen by a colleague.').waitFor();
    await eventually('the page has the next version', async () =>
      page
        .getByRole('definition')
        .getByText(String(Number(version) + 1), { exact: true })
        .isVisible(),
    );
    await page.getByRole('textbox', { name: 'Comment' }).fill('Rolling back.');
    await page.keyboard.press('Control+Enter');
    await timeline.getByText('Rolling back.').waitFor();
    await page.getByRole('combobox', { name: 'Severity' }).selectOption('Severity 1');
    await timeline.getByText(/changed the severity from \d to 1/).waitFor();
  });

  it('says what has changed when another member was faster, and applies the change again', async () => {
    const opened = await open(`respond/incidents/${incidentId}`);
    opened.tolerate(/status of 409/);
    const { page } = opened;
    await page.getByRole('button', { name: 'Resolve', exact: true }).waitFor();
    const seen = await getIncident();
    // The page keeps what it has seen until its own change is refused.
    let isStale = true;
    await page.route(new RegExp(`/incidents/${incidentId}(/resolve)?$`), async (route) => {
      if (route.request().method() !== 'GET') isStale = false;
      else if (isStale) return route.fulfill({ json: seen });
      return route.continue();
    });
    const change = { expected_version: seen['version'], idempotency_key: randomUUID() };
    await project.post(`/incidents/${incidentId}/acknowledge`, change);
    await page.getByRole('button', { name: 'Resolve', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'The incident has changed' });
    await dialog.getByRole('row', { name: 'Status open acknowledged' }).waitFor();
    await dialog.getByRole('button', { name: 'Apply again' }).click();
    await page.getByRole('log', { name: 'Timeline' }).getByText('resolved it').waitFor();
    assert.equal((await getIncident())['status'], 'resolved');
    await page.getByRole('button', { name: 'Reopen' }).click();
    await page.getByRole('log', { name: 'Timeline' }).getByText('opened it again').waitFor();
  });

  it('tests a rule about a search of logs before it is saved, says that it notifies nobody, changes and deletes it', async () => {
    const { page } = await open('logs?q=timeout');
    await page.getByRole('button', { name: 'Alert', exact: true }).click();
    assert.equal(await page.getByRole('textbox', { name: 'Query' }).inputValue(), 'timeout');
    await page.getByText('Type a name.').waitFor();
    await page.getByRole('textbox', { name: 'Name' }).fill('Timeouts');
    await page.getByRole('textbox', { name: 'Threshold' }).fill('many');
    await page.getByText('The threshold has to be a number.').waitFor();
    await page.getByRole('textbox', { name: 'Threshold' }).fill('0');
    await page.getByRole('button', { name: 'Test over the last 24 hours' }).click();
    await page.getByText(/It would (not )?have fired/).waitFor();
    await page.getByRole('list', { name: 'Warnings' }).getByText('The rule notifies nobody').waitFor();
    await page.getByRole('button', { name: 'Create the rule' }).click();
    await page.getByRole('heading', { level: 1, name: 'Timeouts' }).waitFor();
    await page.getByText('Fires when the count of logs matching “timeout” is more than 0 over 5m.').waitFor();
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('textbox', { name: 'Threshold' }).fill('3');
    await page.getByRole('button', { name: 'Operations' }).click();
    await page.getByRole('button', { name: 'Save the rule' }).click();
    await page.getByText('is more than 3 over 5m.').waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog', { name: 'Delete the rule?' }).getByRole('button', { name: 'Delete' }).click();
    await rows(page, 'Rules').filter({ hasText: 'New errors' }).waitFor();
    assert.equal(await rows(page, 'Rules').filter({ hasText: 'Timeouts' }).count(), 0);
  });

  it('keeps what the form of a rule does not show when the rule is disabled, and when it is edited', async () => {
    const made = await project.post('/alerts/rules', {
      name: 'Informed',
      kind: 'slo',
      query: { signal: 'logs' },
      slo: { objective: 0.99, good: { level: ['info'] } },
    });
    const { page } = await open(`respond/rules/${String(made['id'])}`);
    await page.getByRole('button', { name: 'Disable' }).click();
    await page.getByRole('button', { name: 'Enable' }).waitFor();
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('textbox', { name: 'Objective in percent' }).fill('98');
    await page.getByRole('button', { name: 'Save the rule' }).click();
    await page.getByRole('button', { name: 'Edit' }).waitFor();
    const now = await project.get(`/alerts/rules/${String(made['id'])}`);
    assert.equal(now['enabled'], false);
    assert.equal(now['slo']?.['objective'], 0.98);
    assert.deepEqual(now['slo']?.['good'], made['slo']?.['good']);
    assert.deepEqual(now['query'], made['query']);
  });

  it('shows which alerts a silence would silence before it is made, and ends it', async () => {
    const { page } = await open(`respond/alerts/${String(alert['id'])}`);
    await page.getByRole('button', { name: 'Silence' }).click();
    const dialog = page.getByRole('dialog', { name: 'New silence' });
    await dialog.getByText('It would silence 1 alert now.').waitFor();
    await dialog.getByRole('textbox', { name: 'Matchers' }).fill('team');
    await dialog.getByText(/“team” needs a name/).waitFor();
    await dialog.getByRole('textbox', { name: 'Matchers' }).fill('team=nothing');
    await dialog.getByText('It would silence no alert now.').waitFor();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Maintenance');
    await dialog.getByRole('button', { name: 'Silence' }).click();
    const row = rows(page, 'Silences').filter({ hasText: 'Maintenance' });
    await row.getByText('active').waitFor();
    await row.getByRole('button', { name: 'End' }).click();
    await page.getByRole('dialog', { name: 'End the silence?' }).getByRole('button', { name: 'End it' }).click();
    await row.getByText('expired').waitFor();
  });

  it('says why a delivery failed, and sends one or all of them again', async () => {
    const { page } = await open('respond?tab=deliveries');
    await page.getByRole('button', { name: 'failed', exact: true }).click();
    await page.waitForURL(/state=failed/);
    await rows(page, 'Deliveries').nth(1).click();
    await page.getByRole('table', { name: 'Attempts' }).getByRole('row').nth(1).waitFor();
    await page.getByRole('button', { name: 'Send again' }).click();
    await page.getByText('It is sent again.').waitFor();
    await page.getByRole('button', { name: 'Send failed ones again' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send failed deliveries again?' });
    await dialog.getByRole('combobox', { name: 'Channel' }).selectOption('Operations');
    await dialog.getByRole('button', { name: 'Send again' }).click();
    await page.getByText(/^\d+ are sent again\.$/).waitFor();
  });

  it('shows gaps of a schedule and who takes over, and in a dry run who is paged and who is not', async () => {
    const { page } = await open('respond?tab=oncall');
    const calendar = page.getByRole('list', { name: 'Calendar' });
    await calendar.getByText('Nobody 00:00–06:00, because no layer covers the time').first().waitFor();
    await calendar
      .getByText(/^Ada \d\d:00–/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Take over' }).click();
    await page.getByRole('dialog', { name: 'Take over' }).getByRole('button', { name: 'Put on call' }).click();
    await page.getByText(/by an override, until/).waitFor();
    await page
      .getByRole('table', { name: 'Overrides' })
      .getByRole('button', { name: /^Delete/ })
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Nobody takes over: the layers decide.').waitFor();
    await page.getByRole('button', { name: 'Escalation' }).click();
    const steps = page.getByRole('table', { name: 'Steps of the dry run' });
    await steps.getByText('Channel Operations').first().waitFor();
    await steps.getByText('Ada has no contact method.').first().waitFor();
    await page.getByText('After the last pass nobody is paged any more:').waitFor();
    await page.getByRole('combobox', { name: 'Acknowledged' }).selectOption('after 5 minutes');
    await steps.getByText('The acknowledgement has run out').first().waitFor();
  });

  it('finds the project of an incident whose address names none', async () => {
    const { page } = await suite().open(`/incidents/${incidentId}`);
    await page.waitForURL(`**/p/${project.slug}/respond/incidents/${incidentId}`);
    await page.getByRole('log', { name: 'Timeline' }).getByText('Alert attached').first().waitFor();
  });

  it('tells viewers why they cannot change anything', async () => {
    const { page } = await open(`respond/incidents/${incidentId}`, { role: 'ROLE_VIEWER' });
    const resolve = page.getByRole('button', { name: 'Resolve', exact: true });
    await resolve.waitFor();
    assert.equal(await resolve.getAttribute('title'), 'Your role does not have incidents:write.');
    await page.keyboard.press('e');
    await page.getByText('Your role does not have incidents:write.').waitFor();
    await page.goto(page.url().replace(/respond\/.*/, 'respond?tab=rules'));
    const create = page.getByRole('button', { name: 'New rule' });
    await create.waitFor();
    assert.equal(await create.getAttribute('aria-disabled'), 'true');
  });

  it('is accessible in both themes, and fits into a phone', async () => {
    for (const [path, ready] of [
      [`respond?open=${String(alert['id'])}`, 'Why it fires'],
      [`respond/incidents/${incidentId}`, 'Alert attached: New errors'],
      [`respond/rules/${responders.ruleId}`, 'Facts'],
      ['respond?tab=rules&new=%7B%7D', 'Whom it notifies'],
      ['respond?tab=oncall', 'Distribution'],
      ['respond?tab=escalation', 'After the last pass nobody is paged any more:'],
      ['respond?tab=deliveries', 'New errors'],
    ] as const) {
      const opened = await open(path);
      await opened.page.getByText(ready).first().waitFor();
      await opened.settled();
      assert.deepEqual(await axeViolations(opened.page), [], path);
      const phone = await open(path, { viewport: PHONE });
      await phone.page.getByText(ready).first().waitFor();
      await phone.assertFits();
    }
  });
});
