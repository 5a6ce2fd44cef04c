import assert from 'node:assert/strict';
import { eventually } from '@svc/testing';
import { api } from '../../api.js';
import { newPerson, signIn } from '../../workspace/person.js';
import { describeConsole } from '../console-suite.js';
import { SeededProject } from '../seed/project.js';

describeConsole('a role that is lowered while the console is open', (suite) => {
  it('is noticed at the next refusal: what the role cannot do any more says why', async () => {
    const { slug } = await SeededProject.make();
    const person = await newPerson('ROLE_ADMIN');
    const opened = await suite().openBlank({ cookie: (await signIn(person)).cookie });
    opened.tolerate(/status of 403/);
    const { page } = opened;
    await opened.goto(`/p/${slug}/flags`);
    const create = page.getByRole('button', { name: 'New flag' }).first();
    await create.waitFor();
    const body = { role: 'ROLE_VIEWER' };
    const { status, text } = await api('PATCH', `/account/members/${person.userId}`, { body });
    assert.equal(status, 200, text);

    await create.click();
    const dialog = page.getByRole('dialog', { name: 'New flag' });
    await dialog.getByRole('textbox', { name: 'Key' }).fill('new-checkout');
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    await dialog.getByRole('alert').waitFor();
    await page.keyboard.press('Escape');
    await eventually('the button says why it cannot be pressed', async () => {
      return (await create.getAttribute('title')) === 'Your role does not have flags:write.';
    });
  });
});
