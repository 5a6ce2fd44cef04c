import { buffer } from 'node:stream/consumers';
import type { ObjectStore } from '@svc/objects';
import { assetKey } from '@svc/recordings';
import { EVENT_TYPE } from '@svc/replay';
import type { AssetCopy } from '../assets/recording-assets.js';
import { MAX_PAGE_LENGTH, type PlacedEvent } from './event-page.js';

/** Some copies as events, and whether more follow. */
export interface AssetPage {
  readonly events: readonly PlacedEvent[];
  /** The last copy that was read; undefined if none was left. */
  readonly last: AssetPosition | undefined;
  /** The hashes of copies whose objects are gone. */
  readonly lost: readonly string[];
}

/** The place of a copy among those of a recording, which can change between two pages. */
export interface AssetPosition {
  readonly index: number;
  readonly name: string;
}

export interface AssetPageRequest {
  readonly objects: ObjectStore;
  readonly projectNumber: number;
  readonly copies: readonly AssetCopy[];
  /** The last copy of the page before. */
  readonly after: AssetPosition | undefined;
  readonly limit: number;
  /** Whether the time of the request is over. */
  readonly isSpent: () => boolean;
}

/** Reads copies up to the size of a page, unless a single one is larger. */
export async function readAssetPage(request: AssetPageRequest): Promise<AssetPage> {
  const { objects, projectNumber, copies, after, limit, isSpent } = request;
  const events: PlacedEvent[] = [];
  let length = 0;
  const lost: string[] = [];
  let last: AssetPosition | undefined;
  for (const [index, copy] of [...copies.entries()].slice(nextOf(copies, after))) {
    const body = await objects.get(assetKey(projectNumber, copy.sha256));
    if (body) {
      const text = toEvent(copy, await buffer(body.stream));
      if (events.length > 0 && length + text.length > MAX_PAGE_LENGTH) break;
      length += text.length;
      events.push({ timeMs: copy.timeMs, windowId: copy.windowId, seq: 0, index: events.length, text });
    } else lost.push(copy.sha256);
    last = { index, name: copy.name };
    if (events.length === limit || isSpent()) break;
  }
  return { events, last, lost };
}

/** Where a page begins. A copy that is gone by now has left its place to the next one. */
function nextOf(copies: readonly AssetCopy[], after: AssetPosition | undefined): number {
  if (!after) return 0;
  const index = copies.findIndex(({ name }) => name === after.name);
  return index < 0 ? after.index : index + 1;
}

/** The JSON of an event of rrweb (`assetEvent` of @rrweb/types). A large content is put between texts rather than searched for quotes. */
function toEvent({ url, type, fromMs }: AssetCopy, content: Buffer): string {
  const payload = `{"rr_type":"Blob","type":${JSON.stringify(type)},"data":[{"rr_type":"ArrayBuffer","base64":"${content.toString('base64')}"}]}`;
  return `{"type":${EVENT_TYPE.asset},"data":{"url":${JSON.stringify(url)},"payload":${payload}},"timestamp":${fromMs}}`;
}
