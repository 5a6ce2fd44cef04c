import assert from 'node:assert/strict';
import { axeViolations } from '../axe.js';
import { PHONE } from '../console-page.js';
import { describeConsole } from '../console-suite.js';
import { SeededProject } from '../seed/project.js';

describeConsole('the shell of the console', (suite) => {
  let slug: string;
  beforeAll(async () => {
    ({ slug } = await SeededProject.make());
  });

  it('sends a visitor to sign in, and back to the address with its parameters', async () => {
    const opened = await suite().openBlank({});
    await opened.page.goto(`/p/${slug}/logs?q=level:error&from=-4h`);
    const url = new URL(opened.page.url());
    assert.equal(url.pathname, '/login');
    assert.equal(url.searchParams.get('return_to'), `/p/${slug}/logs?q=level:error&from=-4h`);
  });

  it('opens a project from the start page, and keeps the scope from page to page', async () => {
    const opened = await suite().open('/');
    const { page } = opened;
    await page.waitForURL('**/p/**');
    await page.goto(`/p/${slug}/?from=-4h&env=production&tz=Asia/Kathmandu`);
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Logs' }).click();
    await page.waitForURL(`**/p/${slug}/logs?**`);
    const { searchParams } = new URL(page.url());
    assert.deepEqual(
      ['from', 'env', 'tz'].map((name) => searchParams.get(name)),
      ['-4h', 'production', 'Asia/Kathmandu'],
    );
  });

  it('finds pages by name and by key', async () => {
    const opened = await suite().open(`/p/${slug}/`);
    const { page } = opened;
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Page, action or ID' }).fill('log');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/p/${slug}/logs**`);
    await page.keyboard.press('g');
    await page.keyboard.press('h');
    await page.getByRole('heading', { name: 'Send your first data' }).waitFor();
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keyboard' });
    await dialog.getByText('Find a page, an ID or an action').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
  });

  it('keeps a relative range relative, and shifts it to an absolute one', async () => {
    const opened = await suite().open(`/p/${slug}/logs?from=-15m`);
    const { page } = opened;
    await page.getByRole('button', { name: 'Time range: Last 15 minutes' }).waitFor();
    await page.getByRole('button', { name: 'Earlier' }).click();
    await page.waitForURL(/from=\d{4}-/);
    await page.goBack();
    assert.equal(new URL(page.url()).searchParams.get('from'), '-15m');
  });

  it('remembers the theme of a user', async () => {
    const opened = await suite().open(`/p/${slug}/`);
    const { page } = opened;
    await page.getByRole('button', { name: /Ada/ }).click();
    await page.getByRole('menuitemradio', { name: 'Dark theme' }).click();
    assert.equal(await page.evaluate('document.documentElement.dataset.theme'), 'dark');
    await page.reload();
    assert.equal(await page.evaluate('document.documentElement.dataset.theme'), 'dark');
  });

  it('signs out in all tabs', async () => {
    const opened = await suite().openBlank({ cookie: await suite().newCookie('ROLE_VIEWER') });
    await opened.goto(`/p/${slug}/logs`);
    const other = await opened.page.context().newPage();
    await other.goto(`/p/${slug}/`);
    await other.getByRole('heading', { level: 1 }).waitFor();
    await opened.page.getByRole('button', { name: /Ada/ }).click();
    await opened.page.getByRole('menuitem', { name: 'Sign out' }).click();
    for (const page of [opened.page, other]) await page.waitForURL('**/login**');
    assert.equal(new URL(opened.page.url()).search, '', 'who signs out does not return to a page');
    assert.equal(new URL(other.url()).searchParams.get('return_to'), `/p/${slug}/`);
    await opened.page.goto(`/p/${slug}/logs`);
    assert.equal(new URL(opened.page.url()).pathname, '/login', 'the session has ended');
  });

  it('says so where an address or a project does not exist', async () => {
    const opened = await suite().open(`/p/${slug}/nothing-here`);
    await opened.page.getByText('Page not found').waitFor();
    opened.tolerate(/status of 404/);
    await opened.goto('/p/no-such-project/logs');
    await opened.page.getByRole('alert').getByText('Not found').first().waitFor();
  });

  it('is accessible in both themes, and fits into a phone', async () => {
    const opened = await suite().open(`/p/${slug}/`);
    assert.deepEqual(await axeViolations(opened.page), []);
    const phone = await suite().open(`/p/${slug}/`, { viewport: PHONE });
    await phone.assertFits();
    await phone.page.getByRole('button', { name: 'Menu' }).click();
    await phone.page.getByRole('dialog', { name: 'svc' }).getByRole('link', { name: 'Logs' }).click();
    await phone.page.waitForURL(`**/p/${slug}/logs**`);
    await phone.settled();
    await phone.assertFits();
  });

  it('shows the focus at each stop of the tab key', async () => {
    const opened = await suite().open(`/p/${slug}/`);
    for (let stop = 0; stop < 12; stop++) {
      await opened.page.keyboard.press('Tab');
      const outline = await opened.page.evaluate<string>(FOCUS_OUTLINE);
      assert.notEqual(outline, 'none', `stop ${stop}`);
    }
  });
});

/** The style of the outline of the focused element, or a word if the element is marked in another way. */
const FOCUS_OUTLINE = `(() => {
  const { outlineStyle, boxShadow } = getComputedStyle(document.activeElement);
  return outlineStyle === 'none' && boxShadow !== 'none' ? 'shadow' : outlineStyle;
})()`;
