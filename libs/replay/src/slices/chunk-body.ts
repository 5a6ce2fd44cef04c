import type { Run } from './runs.js';
import { seqOf, type Slice, type SlicedPage } from './slice.js';

/** Times that a sender can have, in milliseconds: after 1970, and before the year 10000, which needs more digits. */
const MAX_TIME = 253_402_300_800_000;

/** The body of the request that a recorder of ours would have made of a run. */
export function runBody(run: Run): Buffer {
  const [{ page, event }] = run;
  const lastMs = run.reduce((last, { timeMs }) => Math.max(last, timeMs), 0);
  const texts = run.map(({ text }) => JSON.stringify(text));
  return Buffer.from(`${headOf(page, event, lastMs)}${texts.join(',')}${END}`);
}

/**
 * A piece of the body of the request for one event. The pieces of all of its slices, in their order, are that body, so that nothing is
 * parsed and quoted again when the last one arrives.
 */
export function slicePiece({ page, event, index, total, timeMs, text }: Slice): string {
  const head = index === 1 ? `${headOf(page, event, timeMs)}"` : '';
  // A character that was cut in two is written as two escapes, which are one character again once they stand side by side.
  return `${head}${JSON.stringify(text).slice(1, -1)}${index === total ? `"${END}` : ''}`;
}

const END = ']}';

/** The batch of a recorder has what happened within seconds, so its newest event tells when it was sent. */
function headOf(page: SlicedPage, event: number, sentAtMs: number): string {
  const request = {
    session_id: page.sessionId,
    window_id: page.windowId,
    seq: seqOf(event),
    distinct_id: page.distinctId,
    sent_at: sentAtMs > 0 && sentAtMs < MAX_TIME ? new Date(sentAtMs).toISOString() : undefined,
    sdk: page.sdk,
    release: page.release,
    environment: page.environment,
  };
  return `${JSON.stringify(request).slice(0, -1)},"events":[`;
}
