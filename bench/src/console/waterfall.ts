/**
 * Measures the waterfall of a trace in Chromium: `node dist/console/waterfall.js [seconds] [pictures]`. For traces of 10,000 and
 * 50,000 spans, with the processor as it is and four times slower: milliseconds from the parsed answer to the first paint
 * (`waterfall_open`), and the longest frame and the commits of React while it scrolls, jumps by pages, zooms and pans
 * (`waterfall_frames`). Both give the longest task by its CPU time, too, which a busy machine changes less. With a folder for pictures,
 * it writes one of each theme and width.
 */
import path from 'node:path';
import { findChromium, startChromium, TASK_CATEGORIES, findLongest, type Longest } from '@svc/testing/chromium';
import { printer } from '../figures/figure.js';
import { serveWaterfall } from './waterfall-page.js';

const SECONDS = Number(process.argv[2] ?? 3);
const PICTURES = process.argv[3];
const GOALS = new Map([
  [10_000, 500],
  [50_000, 2_000],
]);
const FRAME_MS = 50;

const executable = findChromium();
if (executable === undefined) throw new Error('no Chromium on the PATH or in SVC_TEST_CHROMIUM');
const print = printer({ seconds: SECONDS });
const site = await serveWaterfall();
const browser = await startChromium(executable);
try {
  for (const [spans, goal] of GOALS) for (const slowdown of [1, 4]) await measure(spans, slowdown, goal);
  if (PICTURES !== undefined) await takePictures(PICTURES);
} finally {
  await browser.close();
  site.stop();
}

async function measure(spans: number, slowdown: number, goal: number): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  page.on('console', (message) => process.stderr.write(`${message.text()}\n`));
  page.on('pageerror', (error) => process.stderr.write(`${error.stack}\n`));
  const session = await context.newCDPSession(page);
  await page.goto(site.origin);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  const trace = async <Result>(script: string): Promise<{ result: Result; longest: Longest }> => {
    await browser.startTracing(page, { categories: TASK_CATEGORIES });
    const result = await page.evaluate<Result>(script);
    return { result, longest: findLongest(await browser.stopTracing()) };
  };
  const opened = await trace<number>(`openTrace(${spans})`);
  print({ figure: 'waterfall_open', spans, slowdown, ms: Math.round(opened.result), ...opened.longest, goal });
  for (const action of ['scroll', 'jump', 'zoom', 'pan']) {
    const drive = `drive('${action}', ${SECONDS * 1_000})`;
    const { result, longest } = await trace<{ worstFrameMs: number; frames: number; commits: number }>(drive);
    print({ figure: 'waterfall_frames', spans, slowdown, action, ...result, ...longest, goal: FRAME_MS });
  }
  await context.close();
}

async function takePictures(folder: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const)
    for (const [width, height] of [
      [1440, 900],
      [390, 844],
    ] as const) {
      const context = await browser.newContext({ viewport: { width, height }, colorScheme });
      const page = await context.newPage();
      await page.goto(site.origin);
      await page.evaluate('openTrace(10000)');
      await page.screenshot({ path: path.join(folder, `waterfall-${colorScheme}-${width}.png`) });
      await context.close();
    }
}
