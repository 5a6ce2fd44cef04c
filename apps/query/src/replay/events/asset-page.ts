import { buffer } from 'node:stream/consumers';
import type { ObjectStore } from '@svc/objects';
import { assetKey } from '@svc/recordings';
import { EVENT_TYPE } from '@svc/replay';
import type { AssetCopy } from '../assets/recording-assets.js';
import { MAX_PAGE_LENGTH, type PlacedEvent } from './event-page.js';

/** Some copies as events, and whether more follow. */
export interface AssetPage {
  readonly events: readonly PlacedEvent[];
  /** The name of the last copy that was read; undefined if there is none on the page. */
  readonly last: string | undefined;
}

export interface AssetPageRequest {
  readonly objects: ObjectStore;
  readonly projectNumber: number;
  readonly copies: readonly AssetCopy[];
  /** The name of the last copy of the page before. */
  readonly after: string | undefined;
  readonly limit: number;
  /** Whether the time of the request is over. */
  readonly isSpent: () => boolean;
}

/** Reads copies up to the size of a page, unless a single one is larger. */
export async function readAssetPage(request: AssetPageRequest): Promise<AssetPage> {
  const { objects, projectNumber, copies, after, limit, isSpent } = request;
  const events: PlacedEvent[] = [];
  let length = 0;
  let last: string | undefined;
  for (const copy of copies.slice(copies.findIndex(({ name }) => name === after) + 1)) {
    const body = await objects.get(assetKey(projectNumber, copy.sha256));
    if (body) {
      const text = toEvent(copy, await buffer(body.stream));
      if (events.length > 0 && length + text.length > MAX_PAGE_LENGTH) break;
      length += text.length;
      events.push({ timeMs: copy.fromMs, windowId: '', seq: 0, index: events.length, text });
    }
    last = copy.name;
    if (events.length === limit || isSpent()) break;
  }
  return { events, last };
}

/** The JSON of an event of rrweb (`assetEvent` of @rrweb/types). A large content is put between texts rather than searched for quotes. */
function toEvent({ url, type, fromMs }: AssetCopy, content: Buffer): string {
  const payload = `{"rr_type":"Blob","type":${JSON.stringify(type)},"data":[{"rr_type":"ArrayBuffer","base64":"${content.toString('base64')}"}]}`;
  return `{"type":${EVENT_TYPE.asset},"data":{"url":${JSON.stringify(url)},"payload":${payload}},"timestamp":${fromMs}}`;
}
