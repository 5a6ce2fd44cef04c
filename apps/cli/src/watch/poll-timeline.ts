import type { Api } from '../http/api.js';
import { isTemporary } from '../http/retry.js';
import { Failure } from '../runtime/failure.js';
import type { Io } from '../runtime/io.js';
import { isObject, objectsAt, type Json, type JsonObject } from '../runtime/values/json.js';

/** The timeline to poll, and the conditions for stopping. */
export interface Polling {
  /** Path relative to /api/v1. */
  readonly path: string;
  readonly query: readonly (readonly [string, string])[];
  /** The cursor to begin from; if undefined, polling begins after the existing entries unless they are included. */
  readonly cursor: string | undefined;
  readonly includeExisting: boolean;
  readonly intervalMs: number;
  /** 0 for no limit. */
  readonly maxEvents: number;
  readonly maxPolls: number;
  /** Temporary failures in a row that are tolerated. */
  readonly maxTransientErrors: number;
  readonly timeoutMs: number;
}

export interface PollingTools {
  readonly api: Pick<Api, 'send'>;
  readonly io: Pick<Io, 'now' | 'sleep'>;
  readonly onEntry: (entry: JsonObject) => void;
  /** Called before the wait after a temporary failure. */
  readonly onTransientError: (delayMs: number) => void;
}

export interface PollingEnd {
  readonly reason: 'max_events' | 'max_polls' | 'timeout';
  /** Continues exactly after the last entry that was passed on; undefined if no request succeeded. */
  readonly cursor: string | undefined;
}

const PAGE = 500;
const LONGEST_REQUEST_MS = 60_000;
/** Refusals that say nothing about the request itself. */
const TEMPORARY_ERRORS: ReadonlySet<string> = new Set(['unreachable', 'timeout']);

/**
 * Polls a timeline and passes on each entry once, in order. Every request counts as a poll, also a failed one.
 *
 * @throws Failure of the last request if it is permanent, or if more temporary ones in a row failed than are tolerated.
 */
export async function pollTimeline(
  polling: Polling,
  { api, io, onEntry, onTransientError }: PollingTools,
): Promise<PollingEnd> {
  const { intervalMs, maxEvents, maxPolls, maxTransientErrors } = polling;
  const endMs = io.now() + polling.timeoutMs;
  let { cursor } = polling;
  let isSkipping = cursor === undefined && !polling.includeExisting;
  let [events, failures] = [0, 0];
  for (let polls = 1; ; polls++) {
    let delayMs = intervalMs;
    try {
      const answer = await readPage(polling, cursor, endMs - io.now(), api);
      failures = 0;
      for (const entry of isSkipping ? [] : objectsAt(answer, 'entries')) {
        onEntry(entry);
        cursor = textAt(entry, 'cursor') ?? cursor;
        events++;
        if (maxEvents > 0 && events >= maxEvents) return { reason: 'max_events', cursor };
      }
      cursor = textAt(answer, 'resume_cursor') ?? cursor;
      if (hasMore(answer)) delayMs = 0;
      else isSkipping = false;
    } catch (error) {
      if (!isTransient(error)) throw error;
      if (io.now() >= endMs) return { reason: 'timeout', cursor };
      failures++;
      if (failures > maxTransientErrors) throw error;
      delayMs = Math.max(intervalMs, retryAfterMs(error));
      onTransientError(delayMs);
    }
    if (polls >= maxPolls) return { reason: 'max_polls', cursor };
    if (io.now() + delayMs >= endMs) {
      await io.sleep(Math.max(0, endMs - io.now()));
      return { reason: 'timeout', cursor };
    }
    if (delayMs > 0) await io.sleep(delayMs);
  }
}

async function readPage(
  { path, query }: Polling,
  cursor: string | undefined,
  leftMs: number,
  api: Pick<Api, 'send'>,
): Promise<Json> {
  const pairs: (readonly [string, string])[] = [...query, ['limit', String(PAGE)]];
  if (cursor !== undefined) pairs.push(['cursor', cursor]);
  const timeoutMs = Math.min(LONGEST_REQUEST_MS, Math.max(1, leftMs));
  // Temporary failures are counted here, so the request is not repeated by itself.
  return (await api.send({ method: 'GET', path, query: pairs, idempotent: false, timeoutMs })) ?? {};
}

function isTransient(error: unknown): error is Failure {
  if (!(error instanceof Failure)) return false;
  const status = error.response?.status;
  return status === undefined ? TEMPORARY_ERRORS.has(error.error) : isTemporary(status);
}

/** 0 unless the server said how long to wait. */
function retryAfterMs({ response }: Failure): number {
  return typeof response?.retryAfter === 'number' ? response.retryAfter * 1_000 : 0;
}

function hasMore(answer: Json): boolean {
  const pagination = isObject(answer) ? answer['pagination'] : undefined;
  return isObject(pagination) && pagination['has_more'] === true;
}

function textAt(from: Json, field: string): string | undefined {
  const value = isObject(from) ? from[field] : undefined;
  return typeof value === 'string' && value !== '' ? value : undefined;
}
