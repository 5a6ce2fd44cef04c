import type { JsonValue } from '@svc/redaction';
import { activeSpans, type Span } from '../events/activity.js';
import { arrayOf, EVENT_TYPE, isObject, numberOf, SOURCE, sourceOf, type RecordedEvent } from '../events/event.js';
import type { MaskedCounts } from '../redact/masked.js';
import { isDataUrl } from '../redact/url.js';

/** URLs of pages that a chunk keeps. */
const MAX_URLS = 200;
/** Full snapshots that a chunk names; a page that makes more is not recorded well anyway. */
const MAX_SNAPSHOTS = 100;
const MAX_SPANS = 1_000;
/** Characters of an address of a page; the rest is cut. */
const MAX_URL = 2_048;
/** `MouseInteractions.Click` of @rrweb/types. The end of a touch is not counted, because a click follows it. */
const CLICK = 2;
const CONSOLE_ERRORS = new Set(['error', 'assert']);

/** What is known of the events of a chunk without reading them again. Times are in milliseconds on the clock of the browser. */
export interface ChunkDescription {
  readonly events: number;
  readonly firstMs: number;
  readonly lastMs: number;
  /** The times of the full snapshots, in ascending order. */
  readonly snapshots: readonly number[];
  /** The pages in the order in which they were seen, redacted. */
  readonly urls: readonly string[];
  readonly clicks: number;
  readonly inputs: number;
  readonly consoleErrors: number;
  readonly networkErrors: number;
  readonly activity: readonly Span[];
  readonly masked: MaskedCounts;
}

/** Describes redacted events. @param url of the page, redacted; '' if it is not known. */
export function describeChunk(events: readonly RecordedEvent[], url: string, masked: MaskedCounts): ChunkDescription {
  const times = events.map(({ timestamp }) => timestamp);
  const snapshots = events.filter(({ type }) => type === EVENT_TYPE.fullSnapshot).map(({ timestamp }) => timestamp);
  const clicks = events.filter((event) => isClick(event)).length;
  return {
    events: events.length,
    firstMs: times.reduce((least, time) => Math.min(least, time), times[0] ?? 0),
    lastMs: times.reduce((most, time) => Math.max(most, time), times[0] ?? 0),
    snapshots: snapshots.toSorted((a, b) => a - b).slice(0, MAX_SNAPSHOTS),
    urls: urlsOf(events, url),
    clicks,
    inputs: events.filter((event) => sourceOf(event) === SOURCE.input).length,
    consoleErrors: events.filter((event) => isConsoleError(event)).length,
    networkErrors: events.reduce((count, event) => count + failedRequests(event), 0),
    activity: activeSpans(events).slice(0, MAX_SPANS),
    masked,
  };
}

export function isClick(event: RecordedEvent): boolean {
  return sourceOf(event) === SOURCE.mouseInteraction && numberOf(event.data, 'type') === CLICK;
}

function urlsOf(events: readonly RecordedEvent[], url: string): string[] {
  const hrefs = events.flatMap(({ type, data }) => {
    const href = type === EVENT_TYPE.meta && isObject(data) ? data['href'] : undefined;
    return typeof href === 'string' && href !== '' ? [href] : [];
  });
  const pages = hrefs.length > 0 ? hrefs : url === '' ? [] : [url];
  return [...new Set(pages.map(shortUrl))].slice(0, MAX_URLS);
}

/** The address of a page as lists and signals show it: an event may have one of megabytes. */
export function shortUrl(url: string): string {
  return isDataUrl(url) ? 'data:' : url.slice(0, MAX_URL).toWellFormed();
}

const pluginOf = ({ type, data }: RecordedEvent): string =>
  type === EVENT_TYPE.plugin && isObject(data) && typeof data['plugin'] === 'string' ? data['plugin'] : '';

export function isConsoleError(event: RecordedEvent): boolean {
  if (!/console/i.test(pluginOf(event)) || !isObject(event.data)) return false;
  const { payload } = event.data;
  return isObject(payload) && typeof payload['level'] === 'string' && CONSOLE_ERRORS.has(payload['level']);
}

/** The requests of the page that an event of a plugin reports. */
export function requestsOf(event: RecordedEvent): JsonValue[] {
  if (!/network|fetch|xhr/i.test(pluginOf(event)) || !isObject(event.data)) return [];
  return arrayOf(event.data['payload'], 'requests');
}

/** The number of requests that were answered with a status from 400. */
function failedRequests(event: RecordedEvent): number {
  return requestsOf(event).filter((request) => {
    const status = numberOf(request, 'status') ?? numberOf(request, 'responseStatus');
    return status !== undefined && status >= 400;
  }).length;
}
