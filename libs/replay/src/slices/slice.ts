import { readStableId } from '@svc/capture';
import { ServiceError } from '@svc/service-error';

/** The attributes of records and resources that are read. */
export const SLICE_KEYS: ReadonlySet<string> = new Set([
  'rr-web.event',
  'rr-web.chunk',
  'rr-web.total-chunks',
  'session.id',
  'rum.sessionId',
  'rum.scriptInstance',
  'splunk.scriptInstance',
  'service.instance.id',
  'user.id',
  'enduser.id',
  'distinct_id',
  'service.version',
  'deployment.environment.name',
  'deployment.environment',
]);

/** Slices of one event. The recorder of HyperDX makes at most six of 950 KiB. */
export const MAX_SLICES = 64;

/** The highest number of an event: its chunk has the number before it, and the one after it has to be the number of a chunk as well. */
const MAX_EVENT = 2_147_483_646;

/** The number that the chunk of an event has in its window. Events are numbered from 1, chunks from 0. */
export const seqOf = (event: number): number => event - 1;

type Attributes = ReadonlyMap<string, string | number>;

/** A log record that may hold a slice. */
export interface SliceRecord {
  /** Milliseconds since 1970, the time of the event; 0 if it is not known. */
  readonly timeMs: number;
  readonly body: string;
  readonly attributes: Attributes;
  readonly resource: Attributes;
  /** The name and the version of the recorder. */
  readonly scope: string;
}

/** A page of a recording. */
export interface PagePlace {
  readonly sessionId: string;
  readonly windowId: string;
}

/** The place of the chunk that begins with an event. */
export const placeOf = ({ page, event }: Pick<Slice, 'page' | 'event'>): PagePlace & { readonly seq: number } => ({
  sessionId: page.sessionId,
  windowId: page.windowId,
  seq: seqOf(event),
});

/** What a record says of the page that was recorded. */
export interface SlicedPage {
  readonly sessionId: string;
  readonly windowId: string;
  readonly distinctId: string;
  readonly sdk: string;
  readonly release: string;
  readonly environment: string;
}

/** A part of the JSON of an event. */
export interface Slice {
  readonly page: SlicedPage;
  /** The number of the event in its page, from 1. */
  readonly event: number;
  /** The number of the slice in the event, from 1 to `total`. */
  readonly index: number;
  readonly total: number;
  readonly timeMs: number;
  readonly text: string;
}

/** Why a record is not stored. */
export type SliceRejection =
  | 'session_missing'
  | 'invalid_slice'
  | 'earlier_session'
  | 'too_many_pages'
  | 'too_many_waiting'
  | 'number_taken'
  | 'incomplete_event';

/** Reads a record. @returns the reason if it is not a slice of an event. */
export function readSlice(record: SliceRecord): Slice | SliceRejection {
  const { body, timeMs } = record;
  const page = readPage(record);
  if (page.sessionId === '') return 'session_missing';
  const event = numberOf(record, 'rr-web.event');
  const index = numberOf(record, 'rr-web.chunk', 1);
  const total = numberOf(record, 'rr-web.total-chunks', 1);
  const isSlice = isWithin(event, MAX_EVENT) && isWithin(total, MAX_SLICES) && isWithin(index, total);
  return isSlice && body !== '' && hasStableIds(page)
    ? { page, event, index, total, timeMs, text: body }
    : 'invalid_slice';
}

const isWithin = (number: number, last: number): boolean => Number.isInteger(number) && number >= 1 && number <= last;

/**
 * Whether the IDs are such as the request of a recorder of ours may have. Slices that wait begin a recording before that request is read,
 * so they are checked here.
 */
function hasStableIds({ sessionId, windowId, distinctId }: SlicedPage): boolean {
  try {
    readStableId(sessionId, 'session_id');
    readStableId(windowId, 'window_id');
    readStableId(distinctId, 'distinct_id');
    return true;
  } catch (error) {
    if (error instanceof ServiceError) return false;
    throw error;
  }
}

function readPage(record: SliceRecord): SlicedPage {
  const sessionId = textOf(record, 'session.id', 'rum.sessionId');
  return {
    sessionId,
    windowId: textOf(record, 'rum.scriptInstance', 'splunk.scriptInstance', 'service.instance.id') || sessionId,
    distinctId: textOf(record, 'user.id', 'enduser.id', 'distinct_id') || sessionId,
    sdk: record.scope,
    release: textOf(record, 'service.version'),
    environment: textOf(record, 'deployment.environment.name', 'deployment.environment'),
  };
}

/** The first of the attributes that has a text, of the record or else of its resource. */
function textOf({ attributes, resource }: SliceRecord, ...keys: readonly string[]): string {
  for (const key of keys) {
    const value = attributes.get(key) ?? resource.get(key);
    if (typeof value === 'string' && value !== '') return value;
  }
  return '';
}

/** Programs send numbers as integers, doubles, or, in OTLP/JSON that is made by hand, as texts. */
function numberOf({ attributes }: SliceRecord, key: string, absent = Number.NaN): number {
  const value = attributes.get(key);
  return value === undefined ? absent : Number(value);
}
