import assert from 'node:assert/strict';
import { eventually } from '@svc/testing';
import { provokeAnomaly } from '../../anomalies/scene.js';
import type { Json } from '../../api.js';
import { axeViolations } from '../axe.js';
import { PHONE } from '../console-page.js';
import { describeConsole } from '../console-suite.js';
import { SeededProject } from '../seed/project.js';

describeConsole('the pages of anomalies', (suite) => {
  let project: SeededProject;
  let finding: Json;
  beforeAll(async () => {
    project = await SeededProject.make();
    finding = await provokeAnomaly(project.id, 'checkout');
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
});
