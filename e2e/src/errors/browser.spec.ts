import assert from 'node:assert/strict';
import { eventually, skipOrFail } from '@svc/testing';
import { findChromium, startChromium } from '@svc/testing/chromium';
import { ok, type Json } from '../api.js';
import { makePublishableKey } from '../openfeature/publishable-key.js';
import { theService } from '../topology.js';
import { makeProject } from '../workspace/project.js';
import { serveShopPage } from './shop-page.js';

const RELEASE = '4.2.0';

async function readsStacksOfPages(executable: string): Promise<void> {
  const { id: project } = await makeProject();
  const page = await serveShopPage(async (origin) => ({
    url: `${theService().ingestUrl}/api/v1/capture`,
    key: await makePublishableKey(project, ['analytics:write'], [origin]),
    release: RELEASE,
  }));
  const browser = await startChromium(executable);
  try {
    const body = { release: RELEASE, filename: `${page.origin}/assets/app.3f2a9c81.js`, content: page.map };
    await ok('POST', `/sourcemaps?project_id=${project}`, { body });
    const tab = await browser.newPage();
    await tab.goto(page.origin);
    for (const button of ['#pay', '#pay', '#subscribe', '#subscribe', '#subscribe']) await tab.click(button);
    const issues = await eventually('both issues are counted', async () => {
      const found = await ok('GET', `/issues?project_id=${project}&service=shop-page`);
      const list = [...(found['issues'] as Json[])];
      const total = list.reduce((sum, issue) => sum + Number(issue['figures']?.['events'] ?? 0), 0);
      return total === 5 ? list : undefined;
    });
    const counts = issues.map((issue) => [issue['type'], Number(issue['figures']?.['events'])] as const);
    assert.deepEqual(counts.toSorted(), [
      ['RangeError', 3],
      ['TypeError', 2],
    ]);
    const failing = issues.find((issue) => issue['type'] === 'TypeError');
    const details = await ok('GET', `/issues/${failing?.['id']}?project_id=${project}`);
    const frames: Json[] = details['latest_event']?.['exceptions']?.[0]?.['frames'];
    const readable = [...frames].map((frame) => [frame['function'], frame['file'], frame['line']].join(' '));
    assert.match(readable[0] ?? '', /^readAmount .*cart\.ts 4$/, readable.join('\n'));
    assert.ok(
      readable.some((frame) => /^sumOfCart .*cart\.ts 8$/.test(frame)),
      readable.join('\n'),
    );
    assert.ok(
      readable.some((frame) => /^checkOut .*main\.ts 8$/.test(frame)),
      readable.join('\n'),
    );
    assert.match(frames[0]?.['context']?.['line'] ?? '', /return item\.price!\.amount/);
    // The list omits errors stored in the second of the request, so that its pages stay consistent.
    await eventually('the visitor is affected', async () => {
      const path = `/errors/groups/${failing?.['id']}/affected?project_id=${project}`;
      return Number((await ok('GET', path))['person_count']) === 1;
    });
  } finally {
    await browser.close();
    await page.stop();
  }
}

describe('a page of minified code in a browser', () => {
  const executable = findChromium();
  if (executable === undefined) skipOrFail('works in Chromium', 'no Chromium on the PATH or in SVC_TEST_CHROMIUM');
  else
    it('groups and counts the errors of a page and makes their stacks readable', () => readsStacksOfPages(executable));
});
