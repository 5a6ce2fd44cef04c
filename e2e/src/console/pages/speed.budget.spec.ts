import assert from 'node:assert/strict';
import { eventually } from '@svc/testing';
import { findLongest, TASK_CATEGORIES } from '@svc/testing/chromium';
import type { CDPSession, Page } from 'playwright-core';
import type { ConsolePage } from '../console-page.js';
import { describeConsole } from '../console-suite.js';
import { SeededProject } from '../seed/project.js';

const RECORDS = 20_000;
/** Milliseconds from the navigation to the heading of the page, with nothing in the cache of the browser. */
const COLD_MS = 1_500;
/** Milliseconds from a click to the heading of another page, whose data may come later. */
const CHANGE_MS = 100;
/** CPU milliseconds of the longest task while the list scrolls. */
const TASK_MS = 50;
const CHANGES = 200;
const GROWTH = 1.3;

/** Clicks a link of the navigation; the milliseconds until another heading is painted. */
const CHANGE_PAGE = `(async (path) => {
  const heading = document.querySelector('h1');
  const link = [...document.querySelectorAll('nav a')].find((each) => each.pathname === path);
  const before = performance.now();
  link.click();
  while ([heading, null].includes(document.querySelector('h1'))) await new Promise(requestAnimationFrame);
  return performance.now() - before;
})`;

describeConsole('the speed of the console', (suite) => {
  let project: SeededProject;
  beforeAll(async () => {
    project = await SeededProject.make();
    for (let sent = 0; sent < RECORDS; sent += 5_000) await project.send('logs', records(sent, 5_000));
    await eventually('all records are stored', async () => {
      return (await project.get('/logs/aggregate?group_by=level'))['total'] === RECORDS;
    });
  });

  const open = (path: string): Promise<ConsolePage> => suite().open(`/p/${project.slug}/${path}`);

  it(`shows a page within ${COLD_MS} ms with an empty cache`, async () => {
    const opened = await suite().openBlank({ cookie: await suite().cookie('ROLE_ADMIN') });
    await opened.page
      .addInitScript(`globalThis.headingAt = new Promise((resolve) => new MutationObserver((_, observer) => {
      if (document.querySelector('h1') === null) return;
      observer.disconnect();
      requestAnimationFrame(() => resolve(performance.now()));
    }).observe(document, { childList: true, subtree: true }))`);
    await opened.goto(`/p/${project.slug}/logs`);
    const ms = await opened.page.evaluate<number>('headingAt');
    assert.ok(ms < COLD_MS, `${ms} ms`);
  });

  it(`changes to a page that was open before within ${CHANGE_MS} ms, and keeps nothing of ${CHANGES} changes`, async () => {
    const opened = await open('');
    const { page } = opened;
    const paths = await navigation(page);
    assert.ok(paths.length > 3, paths.join(' '));
    await visit(opened, paths, paths.length * 3);
    const session = await page.context().newCDPSession(page);
    const before = await heapBytes(session);
    const costs = await visit(opened, paths, CHANGES);
    const after = await heapBytes(session);
    const median = costs.toSorted((a, b) => a - b)[CHANGES / 2] ?? Infinity;
    assert.ok(median < CHANGE_MS, `median: ${median} ms`);
    assert.ok(after < before * GROWTH, `${before} bytes before, ${after} after`);
  });

  it(`scrolls log records without a task of more than ${TASK_MS} ms of CPU`, async () => {
    const { page } = await open('logs');
    await page.getByRole('grid').hover();
    await suite().browser.startTracing(page, { categories: TASK_CATEGORIES });
    const end = Date.now() + 4_000;
    while (Date.now() < end) {
      await page.mouse.wheel(0, 700);
      await page.evaluate('new Promise(requestAnimationFrame)');
    }
    const { longestCpuMs } = findLongest(await suite().browser.stopTracing());
    assert.ok(longestCpuMs < TASK_MS, `${longestCpuMs} ms`);
  });
});

/** The paths of the pages of the project, in their order. */
function navigation(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(
    `[...document.querySelectorAll('nav a[href^="/p/"]')].map(({ pathname }) => pathname)`,
  );
}

/** Opens one page after the other, and waits at the end until nothing is being loaded. */
async function visit(opened: ConsolePage, paths: readonly string[], times: number): Promise<number[]> {
  const costs: number[] = [];
  for (let nth = 1; nth <= times; nth++) {
    const path = paths[nth % paths.length] ?? '';
    costs.push(await opened.page.evaluate<number>(`${CHANGE_PAGE}(${JSON.stringify(path)})`));
  }
  await opened.settled();
  return costs;
}

async function heapBytes(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  return (await session.send('Runtime.getHeapUsage')).usedSize;
}

function records(first: number, count: number) {
  const endMs = Date.now();
  return Array.from({ length: count }, (_, offset) => {
    const nth = first + offset;
    return {
      service: `service-${nth % 7}`,
      resource: {},
      item: {
        timeUnixNano: `${endMs - nth * 100}000000`,
        severityNumber: nth % 40 === 0 ? 17 : 9,
        body: { stringValue: `request ${nth} of customer ${nth % 997} has been answered in ${nth % 300} ms` },
        attributes: [{ key: 'http.route', value: { stringValue: `/cart/${nth % 12}` } }],
      },
    };
  });
}
