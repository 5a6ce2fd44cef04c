import assert from 'node:assert/strict';
import { items } from '../../reference/recorder.js';
import { newPerson, signIn } from '../../workspace/person.js';
import { axeViolations } from '../axe.js';
import { PHONE } from '../console-page.js';
import { describeConsole } from '../console-suite.js';
import { SeededProject } from '../seed/project.js';

describeConsole('the page of saved searches', (suite) => {
  it('copies a search of another owner, changes the copy despite a change meanwhile, opens and deletes it', async () => {
    const project = await SeededProject.make();
    const shared = { name: 'Timeouts', signal: 'logs', query: { q: 'timeout', level: ['error'] }, is_shared: true };
    const { id } = await project.post('/search/saved', { ...shared, project_id: project.id, idempotency_key: 'one' });
    const user = await signIn(await newPerson('ROLE_ADMIN'));
    const opened = await suite().open(`/p/${project.slug}/searches`, { cookie: user.cookie });
    opened.tolerate(/status of 409/);
    const { page } = opened;
    const list = page.getByRole('grid', { name: 'Saved searches' });
    await list.getByRole('row', { name: 'Timeouts' }).click();
    const original = page.getByRole('region', { name: 'Timeouts', exact: true });
    const refused = original.getByRole('button', { name: 'Edit' });
    await refused.waitFor();
    assert.match((await refused.getAttribute('title')) ?? '', /^It belongs to .*Duplicate it to have your own/);
    await original.getByRole('button', { name: 'Duplicate' }).click();
    await page
      .getByRole('dialog', { name: 'Duplicate the search?' })
      .getByRole('button', { name: 'Duplicate' })
      .click();

    const copy = page.getByRole('region', { name: 'Timeouts (copy)' });
    await copy.getByText('its owner alone').waitFor();
    await copy.getByRole('button', { name: 'Edit' }).click();
    const form = page.getByRole('dialog', { name: 'Edit the search' });
    await form.getByRole('textbox', { name: 'Other parameters' }).fill('{"level": ');
    await form.getByText(/a value is expected/).waitFor();
    await form.getByRole('textbox', { name: 'Other parameters' }).fill('{"level": ["fatal"]}');
    await form.getByRole('textbox', { name: 'Query' }).fill('refused');
    await form.getByRole('textbox', { name: 'Name' }).fill('Refusals');
    assert.deepEqual(await axeViolations(page), []);
    const copyId = new URL(page.url()).searchParams.get('open') ?? assert.fail('no copy is open');
    // The same user has renamed it in another window.
    const change = { name: 'Elsewhere', expected_version: 1 };
    const renamed = await user.request('PATCH', `/search/saved/${copyId}?project_id=${project.id}`, change);
    assert.equal(renamed.status, 200, renamed.text);
    await form.getByRole('button', { name: 'Save' }).click();
    const conflict = page.getByRole('dialog', { name: 'The search has changed' });
    await conflict.getByRole('row', { name: 'Name Timeouts (copy) Elsewhere Refusals' }).waitFor();
    await conflict.getByRole('button', { name: 'Save mine over it' }).click();
    const own = page.getByRole('region', { name: 'Refusals' });
    await own.getByRole('group', { name: 'Query' }).getByText('"refused"').waitFor();
    await page.setViewportSize(PHONE);
    await opened.assertFits();

    await own.getByRole('link', { name: 'Open the search' }).click();
    await page.waitForURL(/logs\?.*q=refused/);
    assert.match(page.url(), /level=fatal/);
    await page.goBack();
    await own.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog', { name: 'Delete the search?' }).getByRole('button', { name: 'Delete' }).click();
    await own.waitFor({ state: 'hidden' });
    await list.getByRole('row', { name: 'Refusals' }).waitFor({ state: 'hidden' });
    const left = items(await project.get('/search/saved'), 'saved_searches');
    assert.deepEqual(
      left.map((each) => each['id']),
      [id],
    );
  });
});
