import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { RecordedEvent } from '@svc/player';
import { prepareChunk, unpackEvents } from '@svc/replay';
import { eventually } from '@svc/testing';
import type { Page } from 'playwright-core';
import type { RecordedPage } from './recorded-pages.js';
import { SERIALIZE } from './serialize.js';

/** A script that records, and the expression of its function `record`. */
export interface RecorderScript {
  readonly source: string;
  readonly record: string;
}

/** A recorder from an installed package. @param file beside the entry of the package. */
export function recorderOf(packageName: string, file: string, record: string): RecorderScript {
  const entry = createRequire(import.meta.url).resolve(packageName);
  return { source: readFileSync(path.join(path.dirname(entry), file), 'utf8'), record };
}

const RECORDER = recorderOf('@rrweb/record', 'record.umd.min.cjs', 'rrwebRecord.record');
const MAX_BYTES = 16 * 1024 * 1024;

/** What a page showed at a moment. */
export interface Moment {
  /** Milliseconds since 1970. */
  readonly timestamp: number;
  readonly picture: string;
}

/** Two frames later, all observers of the page have been called. The next step comes at least two milliseconds later. */
const TAKE_MOMENT = `async () => {
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  const moment = { timestamp: Date.now(), picture: (${SERIALIZE})(document) };
  while (Date.now() <= moment.timestamp + 2) await new Promise(requestAnimationFrame);
  return moment;
}`;

/** Records a page in a browser, as the recorder of rrweb does by default. */
export async function recordPage(
  page: Page,
  { body, steps, until = 'true' }: RecordedPage,
  { source, record }: RecorderScript = RECORDER,
): Promise<{ readonly events: readonly RecordedEvent[]; readonly moments: readonly Moment[] }> {
  await page.setContent(`<!doctype html><html><head><title>Page</title></head><body>${body}</body></html>`);
  await page.evaluate(
    `${source}; globalThis.events = []; ${record}({ emit: (event) => events.push(event) }); undefined`,
  );
  const moments: Moment[] = [];
  for (const [index, step] of ['true', ...steps].entries()) {
    await page.evaluate(`void (${step.startsWith('for ') ? `(() => { ${step} })()` : step})`);
    if (index === steps.length) await eventually('the step is recorded', () => page.evaluate<boolean>(until));
    moments.push(await page.evaluate<Moment>(`(${TAKE_MOMENT})()`));
  }
  return { events: await page.evaluate<RecordedEvent[]>('events'), moments };
}

/** Events as ingestion stores them. */
export async function redacted(events: readonly unknown[]): Promise<RecordedEvent[]> {
  const place = { sessionId: 's', windowId: 'w', seq: 0 };
  const chunk = { session_id: 's', window_id: 'w', seq: 0, distinct_id: 'd', sdk: 'rrweb', url: '', events };
  const { content } = prepareChunk(Buffer.from(JSON.stringify(chunk)), { place });
  if (content === undefined) throw new Error('the chunk has another place');
  const packed = await unpackEvents(content, MAX_BYTES);
  return packed.map(({ text }) => JSON.parse(text) as RecordedEvent);
}
