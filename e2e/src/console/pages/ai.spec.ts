import assert from 'node:assert/strict';
import { eventually } from '@svc/testing';
import type { Page } from 'playwright-core';
import { ok } from '../../api.js';
import { axeViolations } from '../axe.js';
import { PHONE, type ConsolePage } from '../console-page.js';
import { describeConsole } from '../console-suite.js';
import { seedAgentRun } from '../seed/agents.js';
import { SeededProject } from '../seed/project.js';

describeConsole('the pages about AI', (suite) => {
  let project: SeededProject;
  let runId: string;
  beforeAll(async () => {
    project = await SeededProject.make();
    runId = await seedAgentRun(project, 'ada');
  });

  const open = (path: string, options = {}): Promise<ConsolePage> =>
    suite().open(`/p/${project.slug}/${path}`, options);
  const rowOf = (page: Page, list: string, text: string) =>
    page.getByRole('grid', { name: list }).getByRole('row').filter({ hasText: text });

  it('list runs with filters in the address, and Back restores them', async () => {
    const opened = await open('ai');
    const { page } = opened;
    await rowOf(page, 'Agent runs', 'concierge').waitFor();
    await page.getByRole('searchbox', { name: 'Person' }).fill('nobody');
    await page.getByRole('searchbox', { name: 'Person' }).press('Enter');
    await page.getByText(/No run for the person nobody began in this time range/).waitFor();
    await page.getByRole('button', { name: 'Remove the filters' }).click();
    await page.getByRole('searchbox', { name: 'Agent' }).fill('concierge');
    await page.getByRole('searchbox', { name: 'Agent' }).press('Enter');
    await page.waitForURL(/agent=concierge/);
    await opened.settled();
    assert.deepEqual(await axeViolations(page), []);
    await rowOf(page, 'Agent runs', 'concierge').getByRole('link', { name: 'concierge' }).click();
    await page.getByRole('heading', { level: 1, name: 'concierge' }).waitFor();
    await page.goBack();
    await page.waitForURL(/agent=concierge/);
  });

  it('show a run as a tree of steps with what each cost, received and returned', async () => {
    const opened = await open(`ai/runs/${runId}`);
    const { page } = opened;
    await rowOf(page, 'Steps', 'chat house-model').waitFor();
    await page.getByRole('button', { name: 'Close the 1 step below find_parcel' }).click();
    await rowOf(page, 'Steps', 'chat house-model').waitFor({ state: 'detached' });
    await page.getByText('The price of 1 call is').or(page.getByText('≥ $0.')).first().waitFor();
    await page.getByRole('table', { name: 'Cost by model' }).getByText('no price').waitFor();
    await opened.settled();
    assert.deepEqual(await axeViolations(page), []);
    await rowOf(page, 'Steps', 'chat gpt-4o').click();
    await page.waitForURL(/step=/);
    await page.getByRole('list', { name: 'Received messages' }).getByText('Where is my parcel?').waitFor();
    await page.getByRole('list', { name: 'Returned messages' }).getByText('It arrives tomorrow.').waitFor();
    await page.getByRole('table', { name: 'Parts of the cost' }).getByText('output text').waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await rowOf(page, 'Steps', 'find_parcel').click();
    await page.getByRole('region', { name: 'find_parcel' }).getByText('no such parcel').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('textbox', { name: 'Verdict' }).fill('bad');
    await page.getByRole('textbox', { name: 'Reason' }).fill('It did not find the parcel.');
    await page.getByRole('button', { name: 'Add' }).click();
    await page.getByRole('table', { name: 'Scores' }).getByText('bad').waitFor();
    await page.getByRole('group', { name: 'About the run' }).getByRole('link', { name: 'ada' }).click();
    await page.waitForURL(/customers\/persons\/ada/);
  });

  it('say what models cost, by whom, and which calls have no price', async () => {
    const opened = await open('ai?tab=costs');
    const { page } = opened;
    await page.getByRole('table', { name: 'Models', exact: true }).getByText('gpt-4o (openai)').waitFor();
    await page.getByRole('table', { name: 'Calls without a price' }).getByText('house-model (basement)').waitFor();
    await page
      .getByRole('table', { name: 'Persons with the highest cost' })
      .getByRole('link', { name: 'ada' })
      .waitFor();
    await page.getByRole('combobox', { name: 'Measure' }).selectOption('Calls');
    await page.getByRole('combobox', { name: 'Group' }).selectOption('by agent');
    await page.getByRole('application', { name: 'Calls agent' }).waitFor();
    await page.waitForURL(/by=agent.*measure=calls|measure=calls.*by=agent/);
    await opened.settled();
    assert.deepEqual(await axeViolations(page), []);
    await page.getByRole('button', { name: 'Prices' }).click();
    await page.getByRole('searchbox', { name: 'Search prices' }).fill('gpt-4o-mini');
    await rowOf(page, 'Prices', 'gpt-4o-mini').first().waitFor();
  });

  it('set a price of the project, say what it changes, show what another member has set meanwhile, and end it', async () => {
    const opened = await open('ai?tab=costs');
    opened.tolerate(/status of 409/);
    const { page } = opened;
    await page.getByRole('button', { name: 'Set a price of house-model' }).click();
    await page.getByText('No price is known of a model that contains “house-model”.').waitFor();
    await page.getByRole('button', { name: 'New price' }).click();
    const dialog = page.getByRole('dialog', { name: 'New price of the project' });
    assert.equal(await dialog.getByRole('textbox', { name: 'Model' }).inputValue(), 'house-model');
    await dialog.getByRole('textbox', { name: 'Input', exact: true }).fill('2.5');
    assert.equal(
      await dialog.getByRole('button', { name: 'Save' }).getAttribute('title'),
      'Type the price of the output first.',
    );
    await dialog.getByRole('textbox', { name: 'Output', exact: true }).fill('10');
    const effect = dialog.getByRole('status', { name: 'What saving does' });
    await effect.getByText(/calls of house-model at all providers/).waitFor();
    await dialog.getByRole('checkbox', { name: 'Give it to stored calls, too' }).check();
    await dialog.getByRole('button', { name: 'Count them' }).click();
    await effect.getByText(/stored calls? gets? the price: \$0\.00 becomes \$0\./).waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await dialog.getByRole('checkbox', { name: 'Give it to stored calls, too' }).uncheck();
    await dialog.getByRole('button', { name: 'Save' }).click();
    const row = rowOf(page, 'Prices', 'house-model');
    await row.getByText('$2.50').waitFor();

    await row.getByRole('button', { name: 'Edit the price of house-model' }).click();
    const edit = page.getByRole('dialog', { name: 'The price of the project' });
    await edit.getByRole('textbox', { name: 'Output', exact: true }).fill('12');
    const path = `/llm/pricing/house-model?project_id=${project.id}`;
    const body = { input_cost_per_token: '0.0000025', output_cost_per_token: '0.000011' };
    await ok('PUT', path, { body });
    await edit.getByRole('button', { name: 'Save', exact: true }).click();
    const differs = edit.getByRole('table', { name: 'What differs' }).getByRole('row', { name: /^Output/ });
    assert.match(await differs.innerText(), /11\s+12/);
    await edit.getByRole('button', { name: 'Save', exact: true }).click();
    await row.getByText('$12.00').waitFor();
    await page.getByRole('button', { name: 'Of the project' }).click();
    await page.waitForURL(/own=1/);
    await row.getByRole('button', { name: 'End the price of house-model' }).click();
    const end = page.getByRole('dialog', { name: 'End this price?' });
    await end.getByText(/Costs that are stored stay/).waitFor();
    await end.getByRole('button', { name: 'End the price' }).click();
    await page.getByText('The project has set no price of a model that contains “house-model”.').waitFor();
  });

  it('configure evaluations, say what is sent to a model, and show what another member has saved meanwhile', async () => {
    const opened = await open('ai?tab=evaluations');
    opened.tolerate(/status of 409/);
    const { page } = opened;
    const save = page.getByRole('button', { name: 'Save', exact: true });
    const effects = page.getByRole('list', { name: 'Effects' });
    await effects.getByText('No run is evaluated.').waitFor();
    await effects.getByText('Nothing is sent to a model.').waitFor();
    const isSaved = save.and(page.getByTitle('Nothing was changed.'));
    await isSaved.waitFor();
    await page.getByRole('checkbox', { name: 'Failed tools' }).check();
    await page.getByRole('checkbox', { name: 'Duration' }).check();
    await page.getByRole('textbox', { name: 'Seconds after the last change of a run' }).fill('90');
    await effects.getByText(/^Runs of all environments .* are evaluated 90 s later/).waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await save.click();
    await isSaved.waitFor();
    const row = page.getByRole('table', { name: 'Metrics of evaluations' }).getByRole('row');
    await row.filter({ hasText: 'tool_error_rate' }).getByText('in effect').waitFor();
    await row.filter({ hasText: 'latency_budget' }).getByText('no effect').waitFor();

    const limit = page.getByRole('textbox', { name: 'Milliseconds that a run may take' });
    await limit.fill('0');
    await page.getByText(/^A whole number from 1 to/).waitFor();
    await limit.fill('30000');
    const path = `/evals/config?project_id=${project.id}`;
    const enabled = ['tool_error_rate', 'latency_budget'];
    await ok('PUT', path, { body: { enabled_metrics: enabled, delay_seconds: 90, latency_budget_ms: 20_000 } });
    await save.click();
    const differs = page.getByRole('table', { name: 'What differs' }).getByRole('row', { name: /^Milliseconds/ });
    assert.match(await differs.innerText(), /20000\s+30000/);
    await save.click();
    await isSaved.waitFor();
    await row.filter({ hasText: 'latency_budget' }).getByText('in effect').waitFor();
    await eventually('saved', async () => (await ok('GET', path))['latency_budget_ms'] === 30_000);
    assert.deepEqual((await ok('GET', path))['enabled_metrics'], enabled);
  });

  it('answer a question with the query that it became, and refuse one with what can be asked', async () => {
    const opened = await open('ai?tab=ask');
    const { page } = opened;
    await page.getByRole('textbox', { name: 'Question' }).fill('slowest services in the last 6 hours');
    await page.getByRole('textbox', { name: 'Question' }).press('Enter');
    await page.waitForURL(/question=slowest\+services\+in\+the\+last\+6\+hours/);
    await page.getByText('answered', { exact: true }).waitFor();
    await page.getByText('services.list').waitFor();
    await page
      .getByRole('group', { name: 'Command' })
      .getByText(/^svc services list/)
      .waitFor();
    await page.getByRole('table', { name: 'Answer' }).getByText('concierge').waitFor();
    await opened.settled();
    assert.deepEqual(await axeViolations(page), []);
    await page.getByRole('textbox', { name: 'Question' }).fill('why are things weird');
    await page.keyboard.press('Enter');
    await page.getByText('Not understood: why, things, weird').waitFor();
    await page.getByRole('group', { name: 'Suggestions' }).getByRole('button').first().waitFor();
    await page.goBack();
    await page.getByText('services.list').waitFor();
  });

  it('start an investigation, show its evidence as it arrives, and go on with a message', async () => {
    const [traceId = ''] = runId.split('-');
    const opened = await open(`traces/${traceId}`, { colorScheme: 'dark' });
    const { page } = opened;
    await page.getByRole('link', { name: 'Investigate' }).click();
    const dialog = page.getByRole('dialog', { name: 'New investigation' });
    assert.equal(await dialog.getByRole('textbox', { name: 'Its ID' }).inputValue(), traceId);
    await dialog.getByRole('combobox', { name: 'Starts from' }).selectOption('The question alone');
    await dialog.getByRole('textbox', { name: 'Question' }).fill('why does concierge fail');
    await dialog.getByRole('button', { name: 'Start' }).click();
    await page.getByRole('heading', { level: 1, name: 'why does concierge fail' }).waitFor();
    await page.getByRole('list', { name: 'Evidence' }).getByRole('listitem').first().waitFor();
    const level = page.getByRole('main').getByText(/^(confirmed|likely|inconclusive)$/);
    await eventually('it concludes', async () => (await level.count()) > 0);
    await page
      .getByRole('button', { name: /^Details of/ })
      .first()
      .click();
    await page.getByText(/round 1 · ID/).waitFor();
    await opened.settled();
    assert.deepEqual(await axeViolations(page), []);
    const field = page.getByRole('textbox', { name: 'Message' });
    await eventually('it can be continued', async () => {
      await field.fill('check log_pattern');
      return (await page.getByRole('button', { name: 'Send' }).getAttribute('aria-disabled')) !== 'true';
    });
    await field.press('Enter');
    await page.getByRole('list', { name: 'Messages' }).getByText('check log_pattern', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'All investigations' }).click();
    await rowOf(page, 'Investigations', 'why does concierge fail').waitFor();
  });

  it('let a viewer read, and say why nothing can be started or judged', async () => {
    const { page } = await open('ai?tab=investigations', { role: 'ROLE_VIEWER' });
    const button = page.getByRole('button', { name: 'New investigation' });
    assert.equal(await button.getAttribute('title'), 'Your role does not have investigations:write.');
    await page.goto(`/p/${project.slug}/ai/runs/${runId}`);
    const add = page.getByRole('button', { name: 'Add' });
    await add.waitFor();
    assert.equal(await add.getAttribute('title'), 'Your role does not have agent_runs:write.');
    await page.goto(`/p/${project.slug}/ai?tab=prices`);
    const price = page.getByRole('button', { name: 'New price' });
    await price.waitFor();
    assert.equal(await price.getAttribute('title'), 'Your role does not have llm:write.');
    await page.goto(`/p/${project.slug}/ai?tab=evaluations`);
    const save = page.getByRole('button', { name: 'Save', exact: true });
    await save.waitFor();
    assert.equal(await save.getAttribute('title'), 'Your role does not have evals:write.');
  });

  it('fit a phone', async () => {
    const opened = await open('ai', { viewport: PHONE });
    for (const path of [
      'ai',
      `ai/runs/${runId}`,
      'ai?tab=costs',
      'ai?tab=ask&question=slowest+services',
      'ai?tab=prices',
      'ai?tab=evaluations',
    ]) {
      await opened.goto(`/p/${project.slug}/${path}`);
      await opened.assertFits();
    }
  });
});
