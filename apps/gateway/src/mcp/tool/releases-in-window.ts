import type { JsonObject } from '@svc/contract';
import type { Window } from '../result/tool-answer.js';
import { rowsOf } from './rows.js';
import { isWithin } from './time-window.js';
import { readCursor, type ToolContext } from './tool-context.js';

/** Releases of a page, all of which an encoded answer has. */
const PAGE = 200;
const MAX_PAGES = 5;
/** A release is recorded when an error first names it, and may be deployed later. */
const EARLIER_MS = 7 * 86_400_000;

/** Releases of a window, and a sentence about what is not among them. */
export interface ReleasesInWindow {
  readonly rows: readonly JsonObject[];
  readonly note: string | undefined;
}

/**
 * The releases that were deployed in a window, or recorded in it if no deploy of them is known. The operation lists the last recorded ones
 * first and takes no times, so pages are read until one ends well before the window.
 */
export async function listReleases(window: Window, context: Pick<ToolContext, 'read'>): Promise<ReleasesInWindow> {
  const rows: JsonObject[] = [];
  const from = Date.parse(window.start_time) - EARLIER_MS;
  let cursor: string | undefined;
  for (let pages = 0; pages < MAX_PAGES; pages++) {
    const { json } = await context.read('releases.list', { limit: PAGE, cursor });
    const page = rowsOf(json, 'releases');
    rows.push(...page.filter((row) => isWithin(millisecondsOf(row['deployed_at'] ?? row['created_at']), window)));
    cursor = readCursor(json);
    const last = millisecondsOf(page.at(-1)?.['created_at']);
    if (cursor === undefined || last < from) return { rows, note: rows.length === 0 ? NONE : undefined };
  }
  const note = `Only the last ${MAX_PAGES * PAGE} recorded releases were looked at; earlier ones may be of this window as well.`;
  return { rows, note };
}

const NONE = 'No release was recorded in this window; one that is not recorded is not known.';

function millisecondsOf(time: unknown): number {
  return typeof time === 'string' ? Date.parse(time) : NaN;
}
