/**
 * Measures the page of logs in Chromium: `node dist/console/logs.js [rows] [seconds] [records a second]`. A standalone is filled with
 * as many records as the list shall hold, 100,000 by default. `logs_list`: seconds until all of them are read by scrolling to the end
 * again and again, and the longest task while the full list scrolls and jumps. `logs_tail`: a tail of the given seconds, by default an
 * hour of 100 records a second: the longest task of five seconds near its end, and the bytes of the heap after garbage collection
 * when the tail is full and at the end.
 */
import { startStandalone, type Topology } from '@svc/testing';
import { findChromium, findLongest, startChromium, TASK_CATEGORIES } from '@svc/testing/chromium';
import { printer } from '../figures/figure.js';
import { startSoakSender } from '../senders/soak-sender.js';

const ROWS = Number(process.argv[2] ?? 100_000);
const SECONDS = Number(process.argv[3] ?? 3_600);
const PER_SECOND = Number(process.argv[4] ?? 100);
/** Records that a tail keeps, `TAIL_CAPACITY` of the console. */
const CAPACITY = 50_000;
const TASK_GOAL_MS = 50;
const GROWTH_GOAL = 1.3;
const TRACED_MS = 5_000;

const LIST = '[role=grid]';
const COUNT = `(Number(document.querySelector('${LIST}')?.ariaRowCount ?? 1) - 1)`;
/** Scrolls by a page each frame, and jumps through the whole list once a second. */
const SCROLL = `(async (ms) => {
  const list = document.querySelector('${LIST}');
  const begin = performance.now();
  for (let frame = 0; performance.now() - begin < ms; frame++) {
    await new Promise(requestAnimationFrame);
    list.scrollTop = frame % 60 === 0 ? Math.random() * list.scrollHeight : list.scrollTop + list.clientHeight / 2;
  }
})(${TRACED_MS})`;

type Browser = Awaited<ReturnType<typeof startChromium>>;
type Page = Awaited<ReturnType<Browser['newPage']>>;

const executable = findChromium();
if (executable === undefined) throw new Error('no Chromium on the PATH or in SVC_TEST_CHROMIUM');
const print = printer({ rows: ROWS, seconds: SECONDS, perSecond: PER_SECOND });
const topology = await startStandalone();
const browser = await startChromium(executable);
try {
  const context = await browser.newContext({ baseURL: topology.httpUrl, viewport: { width: 1440, height: 900 } });
  await context.addCookies(await signIn(topology));
  await measureList(await context.newPage());
  await measureTail(await context.newPage());
} finally {
  await browser.close();
  await topology.stop();
}

async function measureList(page: Page): Promise<void> {
  const sender = startSoakSender(topology, { signal: 'logs', itemsPerSecond: 10_000, seconds: ROWS / 10_000 + 2 });
  await sender.result;
  await page.goto(`/p/${topology.projectSlug}/logs`);
  await until(page, `${COUNT} > 0`);
  const begin = performance.now();
  const readOn = `(document.querySelector('${LIST}').scrollTop = 1e9, ${COUNT} >= ${ROWS})`;
  await until(page, readOn);
  const seconds = Math.round((performance.now() - begin) / 1_000);
  const longest = await trace(page, () => page.evaluate(SCROLL));
  print({ figure: 'logs_list', readSeconds: seconds, ...longest, goalMs: TASK_GOAL_MS, heapBytes: await heap(page) });
  await page.close();
}

async function measureTail(page: Page): Promise<void> {
  await page.goto(`/p/${topology.projectSlug}/logs`);
  await page.getByRole('button', { name: 'Live' }).click();
  await page.getByText(/^Live/).first().waitFor();
  const sender = startSoakSender(topology, { signal: 'logs', itemsPerSecond: PER_SECOND, seconds: SECONDS });
  await until(page, `${COUNT} >= ${CAPACITY}`);
  const full = await heap(page);
  const fullAfter = performance.now();
  await page.waitForTimeout(Math.max(0, SECONDS * 1_000 - (CAPACITY / PER_SECOND) * 1_000 - 2 * TRACED_MS));
  const longest = await trace(page, () => page.waitForTimeout(TRACED_MS));
  const sent = await sender.result;
  const end = await heap(page);
  const growth = Math.round((end / full) * 100) / 100;
  const beyondSeconds = Math.round((performance.now() - fullAfter) / 1_000);
  const state = await page.getByText(/^Live/).first().innerText();
  print({
    figure: 'logs_tail',
    sent,
    beyondSeconds,
    ...longest,
    goalMs: TASK_GOAL_MS,
    full,
    end,
    growth,
    goal: GROWTH_GOAL,
    state,
  });
}

async function trace(page: Page, work: () => Promise<unknown>) {
  await browser.startTracing(page, { categories: TASK_CATEGORIES });
  await work();
  return findLongest(await browser.stopTracing());
}

/** Bytes of the heap of JavaScript after garbage collection. */
async function heap(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  for (let nth = 0; nth < 3; nth++) await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize;
}

async function until(page: Page, condition: string): Promise<void> {
  while (!(await page.evaluate<boolean>(condition))) await page.waitForTimeout(50);
}

async function signIn({ httpUrl, owner }: Topology) {
  const answer = await fetch(`${httpUrl}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(owner),
  });
  if (!answer.ok) throw new Error(`The sign-in was answered with ${answer.status}`);
  return answer.headers.getSetCookie().map((header) => {
    const [pair = ''] = header.split(';');
    const at = pair.indexOf('=');
    return { name: pair.slice(0, at), value: pair.slice(at + 1), url: httpUrl };
  });
}
