import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { DESKTOP, PHONE } from '../console-page.js';
import { describeConsole } from '../console-suite.js';
import { findRawText } from '../raw-text.js';
import { BEYOND_EXACT } from '../seed/hostile-logs.js';
import { seedHostileProject, type HostileProject } from '../seed/hostile-project.js';
import { WILD } from '../seed/hostile-texts.js';

const tabs = (page: string, names: readonly string[]): readonly string[] => names.map((name) => `${page}?tab=${name}`);

/** Paths under that of the project whose pages list something. */
const LISTS = [
  ...['', 'logs', 'logs?view=patterns', 'traces', 'metrics', 'metrics?name=hostile.gauge', 'services'],
  ...[
    'services?view=map',
    'issues',
    'releases',
    'symbols',
    'searches',
    'customers',
    'replays',
    'ai',
    'flags',
    'respond',
    'dashboards',
    'exports',
  ],
  ...tabs('customers', ['accounts', 'cohorts', 'events', 'trends', 'funnels', 'retention']),
  ...tabs('respond', ['anomalies', 'rules', 'incidents', 'silences', 'oncall', 'escalation', 'deliveries']),
  ...tabs('ai', ['costs', 'prices', 'evaluations', 'ask', 'investigations']),
  ...['keys', 'members', 'channels', 'connections', 'codehost', 'configuration', 'usage', 'audit', 'sessions'].map(
    (section) => `settings/${section}`,
  ),
];

describeConsole('texts that are hostile in every name and value', (suite) => {
  let project: HostileProject;
  beforeAll(async () => {
    project = await seedHostileProject();
  });

  it('act in no list, in no details and in no menu, and fit into every window', async () => {
    const opened = await suite().openBlank({ cookie: await suite().cookie('ROLE_ADMIN') });
    // The frame of recordings is sandboxed with scripts of its own origin.
    opened.tolerate(/can escape its sandboxing/);
    const { page } = opened;
    const raw: string[] = [];
    const note = async (place: string): Promise<void> => {
      raw.push(...(await findRawText(page)).map((found) => `${place}: ${found}`));
    };
    for (const path of [...LISTS, ...project.details]) {
      await page.setViewportSize(DESKTOP);
      await opened.goto(`/p/${project.slug}/${path}`);
      await note(path);
      if (LISTS.includes(path) && (await openFirstRow(page))) {
        await opened.settled();
        await note(`details of ${path}`);
      }
      await page.setViewportSize(PHONE);
      await opened.assertFits();
    }
    await page.setViewportSize(DESKTOP);
    await page.getByRole('button', { name: /^Environments:/ }).click();
    await page.getByRole('menuitemcheckbox').first().waitFor();
    await note('the menu of environments');
    assert.deepEqual(raw, []);
  });

  it('are copied exactly, and so are integers', async () => {
    const opened = await suite().open(`/p/${project.slug}/logs?q=exact:*`);
    const { page } = opened;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await openFirstRow(page);
    const record = page.getByRole('region', { name: /^error/ });
    for (const [field, text] of [
      ['exact', String(BEYOND_EXACT)],
      ['wild', WILD],
    ] as const) {
      await record
        .getByRole('button', { name: `Actions for ${field}`, exact: true })
        .first()
        .click();
      await page.getByRole('menuitem', { name: 'Copy', exact: true }).click();
      await page.getByRole('status').getByText('Copied').waitFor();
      assert.equal(await page.evaluate('navigator.clipboard.readText()'), text);
    }
  });
});

/** Opens the details of the first row of a list; false where there is none. */
async function openFirstRow(page: Page): Promise<boolean> {
  const row = page.getByRole('grid').first().getByRole('row').nth(1);
  if ((await row.count()) === 0) return false;
  await row.press('Enter');
  return true;
}
