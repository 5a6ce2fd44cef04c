/**
 * Measures whether the recorder of sessions lets the memory of a page grow, in Chromium: `node dist/cost/recorder-soak.js [seconds]
 * [reload-ms]`, by default an hour. A page of 1,000 nodes has a frame of its own origin that is loaded again every two seconds, and changes
 * ten nodes ten times a second. For a page without the recorder and one with it, at the same time: the bytes of the heap of JavaScript, the
 * documents and the nodes of the renderer, each after garbage collection, at a tenth of the time and at its end (`recorder_soak`).
 */
import { findChromium, startChromium } from '@svc/testing/chromium';
import { printer } from '../figures/figure.js';
import { addRecorder, serveShop, type Browser } from './recorded-shop.js';

const SECONDS = Number(process.argv[2] ?? 3_600);
const RELOAD_MS = Number(process.argv[3] ?? 2_000);
/** The heap may be larger at the end by this factor: events wait in it until they are sent. */
const GOAL_GROWTH = 1.5;

/** Changes the page and loads the frame again until the page is closed. */
const LIVE = `(() => {
  const frame = document.body.appendChild(document.createElement('iframe'));
  const headings = [...document.querySelectorAll('h3')];
  let loads = 0;
  const load = () => { frame.src = '/offer?' + loads++; };
  load();
  setInterval(load, ${RELOAD_MS});
  setInterval(() => {
    for (let nth = 0; nth < 10; nth++) headings[Math.floor(Math.random() * headings.length)].textContent = 'Product ' + Math.random();
  }, 100);
  window.loads = () => loads;
})()`;

type BrowserSession = Awaited<ReturnType<ReturnType<Browser['contexts']>[number]['newCDPSession']>>;

interface Memory {
  readonly heapBytes: number;
  readonly documents: number;
  readonly nodes: number;
}

const executable = findChromium();
if (executable === undefined) throw new Error('no Chromium on the PATH or in SVC_TEST_CHROMIUM');
const print = printer({ seconds: SECONDS, reloadMs: RELOAD_MS });
const shop = await serveShop(1_000);
const browser = await startChromium(executable);
try {
  await Promise.all([soak(browser, false), soak(browser, true)]);
} finally {
  await browser.close();
  shop.stop();
}

async function soak(owner: Browser, recorder: boolean): Promise<void> {
  const context = await owner.newContext();
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable');
  await page.goto(shop.origin);
  if (recorder) await addRecorder(page, shop);
  await page.evaluate(LIVE);
  await page.waitForTimeout(SECONDS * 100);
  const early = await measure(session);
  await page.waitForTimeout(SECONDS * 900);
  const late = await measure(session);
  const loads = await page.evaluate('loads()');
  const growth = Math.round((late.heapBytes / early.heapBytes) * 100) / 100;
  const chunks = recorder ? shop.received() : 0;
  print({ figure: 'recorder_soak', recorder, loads, chunks, early, late, growth, goal: GOAL_GROWTH });
}

async function measure(session: BrowserSession): Promise<Memory> {
  for (let nth = 0; nth < 3; nth++) await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const value = (wanted: string): number => metrics.find(({ name }) => name === wanted)?.value ?? 0;
  return { heapBytes: value('JSHeapUsedSize'), documents: value('Documents'), nodes: value('Nodes') };
}
