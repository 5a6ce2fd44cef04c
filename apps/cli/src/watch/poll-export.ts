import type { Api } from '../http/api.js';
import { isTemporary } from '../http/retry.js';
import { Failure } from '../runtime/failure.js';
import type { Io } from '../runtime/io.js';
import { isObject, type JsonObject } from '../runtime/values/json.js';

/** The export to poll, and the limits of polling. */
export interface ExportPolling {
  /** Path relative to /api/v1. */
  readonly path: string;
  readonly query: readonly (readonly [string, string])[];
  readonly intervalMs: number;
  readonly maxPolls: number;
  /** Temporary failures in a row that are tolerated. */
  readonly maxTransientErrors: number;
  readonly timeoutMs: number;
}

export interface ExportPollingTools {
  readonly api: Pick<Api, 'send'>;
  readonly io: Pick<Io, 'now' | 'sleep'>;
  readonly onProgress: (job: JsonObject) => void;
  /** Called before the wait after a temporary failure. */
  readonly onTransientError: (delayMs: number) => void;
}

const LONGEST_REQUEST_MS = 60_000;
const TEMPORARY_ERRORS: ReadonlySet<string> = new Set(['unreachable', 'timeout']);
const OVER: ReadonlySet<unknown> = new Set(['completed', 'failed', 'cancelled']);

/**
 * Polls an export until it is over. Every request counts as a poll, also a failed one.
 *
 * @throws Failure of the last request if it is permanent, or if more temporary ones in a row failed than are tolerated; `watch_ended` when
 * a
 *   limit is reached first.
 */
export async function pollExport(polling: ExportPolling, tools: ExportPollingTools): Promise<JsonObject> {
  const { api, io, onProgress, onTransientError } = tools;
  const { intervalMs, maxPolls, maxTransientErrors, path, query } = polling;
  const endMs = io.now() + polling.timeoutMs;
  let failures = 0;
  for (let polls = 1; ; polls++) {
    let delayMs = intervalMs;
    try {
      const timeoutMs = Math.min(LONGEST_REQUEST_MS, Math.max(1, endMs - io.now()));
      // Temporary failures are counted here, so the request is not repeated by itself.
      const answer = await api.send({ method: 'GET', path, query, idempotent: false, timeoutMs });
      const job = isObject(answer) ? answer : {};
      failures = 0;
      onProgress(job);
      if (OVER.has(job['status'])) return job;
    } catch (error) {
      if (!isTransient(error)) throw error;
      failures++;
      if (failures > maxTransientErrors) throw error;
      const retryAfter = error.response?.retryAfter;
      delayMs = Math.max(intervalMs, typeof retryAfter === 'number' ? retryAfter * 1_000 : 0);
      onTransientError(delayMs);
    }
    if (polls >= maxPolls)
      throw new Failure('watch_ended', 'The number of requests is reached; the export is not over.');
    if (io.now() + delayMs >= endMs) throw new Failure('watch_ended', 'The time is up; the export is not over.');
    await io.sleep(delayMs);
  }
}

function isTransient(error: unknown): error is Failure {
  if (!(error instanceof Failure)) return false;
  const status = error.response?.status;
  return status === undefined ? TEMPORARY_ERRORS.has(error.error) : isTemporary(status);
}
