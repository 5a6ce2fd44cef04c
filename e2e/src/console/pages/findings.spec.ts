import assert from 'node:assert/strict';
import { eventually } from '@svc/testing';
import { provokeAnomaly } from '../../anomalies/scene.js';
import type { Json } from '../../api.js';
import { items } from '../../reference/recorder.js';
import { axeViolations } from '../axe.js';
import { PHONE } from '../console-page.js';
import { describeConsole } from '../console-suite.js';
import { SeededProject } from '../seed/project.js';

describeConsole('the pages of anomalies, symbol files and tickets', (suite) => {
  let project: SeededProject;
  let finding: Json;
  let issueId: string;
  beforeAll(async () => {
    project = await SeededProject.make();
    finding = await provokeAnomaly(project.id, 'checkout');
    const stack = 'RangeError: no such amount\n    at pay (https://shop.example/assets/other.js:1:20)';
    const item = {
      timeUnixNano: `${Date.now()}000000`,
      severityNumber: 17,
      attributes: Object.entries({ type: 'RangeError', message: 'no such amount', stacktrace: stack }).map(
        ([key, stringValue]) => ({ key: `exception.${key}`, value: { stringValue } }),
      ),
    };
    const resource = { 'service.version': 'shop@2', 'telemetry.sdk.language': 'webjs' };
    await project.send('logs', [{ service: 'web', resource, item }]);
    const issue = await eventually('an issue', async () => items(await project.get('/issues'), 'issues')[0]);
    issueId = String(issue['id']);
  });

  it('list one, say why it was found with its series, and acknowledge, resolve and delete it in the version that was read', async () => {
    const opened = await suite().open(`/p/${project.slug}/respond?tab=anomalies`);
    opened.tolerate(/status of 409/);
    const { page } = opened;
    const path = `/anomalies/${String(finding['id'])}`;
    await page
      .getByRole('grid', { name: 'Anomalies' })
      .getByRole('row', { name: /many log records of checkout/ })
      .click();
    const panel = page.getByRole('region', { name: 'Unusually many log records of checkout' });
    await panel.getByText('200 in five minutes where 10 are usual').waitFor();
    await panel.getByRole('application', { name: 'Log records in five minutes' }).waitFor();
    await panel.getByRole('link', { name: 'Show what was measured' }).waitFor();
    await opened.settled();
    assert.deepEqual(await axeViolations(page), []);
    await panel.getByRole('link', { name: 'Open the anomaly alone' }).click();
    await page.getByRole('heading', { level: 1, name: 'Unusually many log records of checkout' }).waitFor();

    await page.getByRole('button', { name: 'Acknowledge' }).click();
    const question = page.getByRole('dialog', { name: 'Acknowledge the anomaly?' });
    await question.getByRole('button', { name: 'Acknowledge' }).waitFor();
    await project.post(`${path}/acknowledge`, {});
    await question.getByRole('button', { name: 'Acknowledge' }).click();
    await question.getByText('it was open and is acknowledged now').waitFor();
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Resolve' }).click();
    await page.getByRole('dialog', { name: 'Resolve the anomaly?' }).getByRole('button', { name: 'Resolve' }).click();
    const resolve = page.getByRole('button', { name: 'Resolve', exact: true });
    await eventually(
      'it says that it is resolved',
      async () => (await resolve.getAttribute('title')) === 'The anomaly is resolved.',
    );
    assert.equal((await project.get(path))['status'], 'resolved');
    await page.setViewportSize(PHONE);
    await opened.assertFits();

    const { page: seen } = await suite().open(`/p/${project.slug}/respond${path}`, { role: 'ROLE_VIEWER' });
    const refused = seen.getByRole('button', { name: 'Delete' });
    await refused.waitFor();
    assert.equal(await refused.getAttribute('title'), 'Your role does not have anomalies:write.');

    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog', { name: 'Delete the anomaly?' }).getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Nothing has to be set up').waitFor();
    assert.deepEqual((await project.get('/anomalies'))['findings'], []);
  });

  it('list source maps by release with how frames find them, lead there from a frame without one, and teach the upload', async () => {
    const map = { version: 3, sources: ['src/pay.ts'], sourcesContent: ['pay();'], names: [], mappings: 'AAAA' };
    await project.post('/sourcemaps', {
      release: 'shop@1',
      filename: 'https://shop.example/assets/app.js',
      content: JSON.stringify({ ...map, debug_id: '85314830-023f-4cf1-a267-535f4e37bb17' }),
    });
    const opened = await suite().open(`/p/${project.slug}/issues/${issueId}`, { role: 'ROLE_VIEWER' });
    const { page } = opened;
    await page.getByText('The stack is not readable').waitFor();
    await page.getByRole('link', { name: 'Show the symbol files' }).click();
    const row = page.getByRole('grid', { name: 'Source maps' }).getByRole('row', { name: '~/assets/app.js' });
    await row.getByText('85314830-023f-4cf1-a267-535f4e37bb17').waitFor();
    await row.click();
    const panel = page.getByRole('region', { name: '~/assets/app.js' });
    await panel.getByText('Found by its debug ID, or by its release and path.').waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await page.getByRole('searchbox', { name: 'Release' }).fill('shop@2');
    await page.getByText('No source map of the release shop@2').waitFor();
    await page.getByText('release:"shop@2"').waitFor();
    await page.getByRole('button', { name: 'Android and Apple' }).click();
    await page.getByText('svc symbols upload-ios-symbols').waitFor();
    await page.setViewportSize(PHONE);
    await opened.assertFits();
  });

  it('show a ticket by its ID with the reason for which it is not at its provider yet, and unlink it', async () => {
    const ticket = await project.post('/tickets', {
      issue_id: issueId,
      provider: 'jira',
      issue_url: `${suite().url}/issues/${issueId}`,
      title: 'No such amount',
      project_id: project.id,
      idempotency_key: 'one',
    });
    const path = `/tickets/${String(ticket['id'])}`;
    await eventually('an attempt has failed', async () => (await project.get(path))['sync_state'] === 'retrying');
    const opened = await suite().open(`/p/${project.slug}/issues/${issueId}`);
    const { page } = opened;
    await page.getByRole('table', { name: 'Tickets' }).getByRole('link', { name: 'Details' }).click();
    await page.getByRole('heading', { level: 1, name: 'No such amount' }).waitFor();
    await page.getByText('It is retried automatically.').waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await page.setViewportSize(PHONE);
    await opened.assertFits();
    await page.getByRole('button', { name: 'Unlink' }).click();
    await page.getByRole('dialog', { name: 'Unlink this ticket?' }).getByRole('button', { name: 'Unlink' }).click();
    await page.getByText('It is not read any more. The ticket stays at the provider.').waitFor();
    await page.getByRole('link', { name: 'The issue' }).click();
    await page.getByText('The stack is not readable').waitFor();
  });
});
