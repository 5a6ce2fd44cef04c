import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { eventually, skipOrFail } from '@svc/testing';
import { findChromium, startChromium } from '@svc/testing/chromium';
import type { Browser } from 'playwright-core';
import { newPerson, signIn } from '../../workspace/person.js';
import { ConsolePage } from '../console-page.js';
import { SeededProject } from '../seed/project.js';

const executable = findChromium();
/** Spans of the trace whose opening is timed. */
const MANY = 10_000;
/** Time from the answer to the first row on screen, in milliseconds. */
const BUDGET_MS = 500;

const signInAdmin = async (): Promise<string> => (await signIn(await newPerson('ROLE_ADMIN'))).cookie;

function specs(executablePath: string): void {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startChromium(executablePath);
  });
  afterAll(() => browser.close());

  it(`shows ${MANY} spans soon after the answer`, async () => {
    const project = await SeededProject.make();
    const traceId = randomBytes(16).toString('hex');
    await project.send('traces', manySpans(traceId));
    await eventually('all spans are stored', async () => {
      const { span_count: count } = await project.get(`/traces/${traceId}/stats`).catch(() => ({}) as never);
      return count === MANY;
    });
    const opened = await ConsolePage.open(browser, { cookie: await signInAdmin() });
    const { page } = opened;
    await page.addInitScript(`globalThis.rowAt = new Promise((resolve) => new MutationObserver((_, observer) => {
      if (document.querySelector('[role=treegrid] [role=row]') === null) return;
      observer.disconnect();
      requestAnimationFrame(() => resolve(performance.now()));
    }).observe(document, { childList: true, subtree: true }))`);
    await page.goto(`/p/${project.slug}/traces/${traceId}`);
    const elapsed = await page.evaluate<number>(
      `rowAt.then((at) => at - performance.getEntriesByType('resource').find(({ name }) => name.includes('view=outline')).responseEnd)`,
    );
    await opened.close();
    assert.ok(elapsed < BUDGET_MS, `${elapsed} ms`);
  });
}

/** A trace with a root and its many children. */
function manySpans(traceId: string) {
  const startNs = BigInt(Date.now() - 60_000) * 1_000_000n;
  const idOf = (nth: number): string => (nth + 1).toString(16).padStart(16, '0');
  return Array.from({ length: MANY }, (_, nth) => ({
    service: `service-${nth % 12}`,
    resource: {},
    item: {
      traceId,
      spanId: idOf(nth),
      ...(nth > 0 && { parentSpanId: idOf(Math.floor((nth - 1) / 4)) }),
      name: `step ${nth % 50}`,
      kind: 1,
      startTimeUnixNano: String(startNs + BigInt(nth) * 1000n),
      endTimeUnixNano: String(startNs + BigInt(nth) * 1000n + 5_000_000n),
    },
  }));
}

describe('the page of a large trace', () => {
  if (executable === undefined) skipOrFail('works in Chromium', 'no Chromium on the PATH or in SVC_TEST_CHROMIUM');
  else specs(executable);
});
