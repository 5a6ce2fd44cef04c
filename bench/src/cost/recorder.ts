/**
 * Measures what the recorder of sessions costs a page, in Chromium: `node dist/cost/recorder.js [nodes] [seconds]`. The page has 5,000
 * nodes unless told otherwise. For a page without the recorder and one with it: the longest task while the recorder is loaded and takes the
 * first snapshot (`recorder_start`), while 100 nodes and 20 fields change ten times a second (`recorder_busy`), and the share of a core
 * that the page takes while nothing happens (`recorder_idle`). Tasks are given by their CPU time, `longestCpuMs`, and as a person waits for
 * them, `longestMs`, which is longer on a busy machine.
 */
import { TASK_CATEGORIES, findChromium, findLongest, startChromium, type Longest } from '@svc/testing/chromium';
import { printer } from '../figures/figure.js';
import { addRecorder, serveShop } from './recorded-shop.js';

const NODES = Number(process.argv[2] ?? 5_000);
const SECONDS = Number(process.argv[3] ?? 10);
/** Milliseconds of a task, and share of a core. */
const GOALS = { taskMs: 50, idle: 0.03 } as const;

const executable = findChromium();
if (executable === undefined) throw new Error('no Chromium on the PATH or in SVC_TEST_CHROMIUM');
const print = printer({ nodes: NODES, seconds: SECONDS });
const shop = await serveShop(NODES);
const browser = await startChromium(executable);
try {
  for (const recorder of [false, true]) {
    const { start, busy, idle } = await measure(recorder);
    print({ figure: 'recorder_start', recorder, ...start, goal: GOALS.taskMs });
    print({ figure: 'recorder_busy', recorder, ...busy, goal: GOALS.taskMs });
    print({ figure: 'recorder_idle', recorder, share: idle, goal: GOALS.idle });
  }
} finally {
  await browser.close();
  shop.stop();
}

async function measure(recorder: boolean): Promise<{ start: Longest; busy: Longest; idle: number }> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const taskSeconds = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
  };
  const trace = async (action: () => Promise<unknown>): Promise<Longest> => {
    await browser.startTracing(page, { categories: TASK_CATEGORIES });
    await action();
    return findLongest(await browser.stopTracing());
  };
  // The page is laid out before the recorder is loaded, so that its tasks are not those of the page.
  await page.goto(shop.origin);
  await page.evaluate('new Promise((resolve) => requestIdleCallback(resolve))');
  const start = await trace(async () => {
    if (!recorder) return;
    const chunk = page.waitForResponse((response) => response.url().includes('/api/v1/replay'));
    await addRecorder(page, shop);
    await chunk;
  });
  const busy = await trace(() => page.evaluate(`window.change(${SECONDS * 1_000})`));
  const before = await taskSeconds();
  await page.waitForTimeout(SECONDS * 1_000);
  const idle = ((await taskSeconds()) - before) / SECONDS;
  await context.close();
  return { start, busy, idle: Math.round(idle * 1e4) / 1e4 };
}
