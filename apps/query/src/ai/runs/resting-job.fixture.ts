import assert from 'node:assert/strict';
import type { JobHandler, WakeUps } from '@svc/work';
import type { AssemblyTools } from './assembly/assembly-tools.js';

/** Longer than any test, so that only an announcement ends a rest. */
const LONG_MS = 3_600_000;

/** Runs a job that rests between its passes, as the worker of a process does. */
export function startRestingJob(
  handler: JobHandler<Record<string, never>>,
  wakeUps: WakeUps,
  tools: AssemblyTools,
): { readonly rests: readonly number[]; readonly stop: () => Promise<void> } {
  const rests: number[] = [];
  const rest = wakeUps.rest.bind(wakeUps);
  wakeUps.rest = (ms, signal) => {
    rests.push(ms);
    return rest(LONG_MS, signal);
  };
  const stopping = new AbortController();
  const job = { id: '', queue: '', key: 'all', payload: {}, projectId: null, attempts: 1, lastError: null };
  // An attempt ends after a minute, and the worker begins the next one.
  const attempts = async (): Promise<never> => {
    for (;;) await handler.handle({ ...tools, job, signal: stopping.signal });
  };
  // A read that is running at the stop ends as that of a client that left.
  const ended = assert.rejects(attempts(), /stopped|aborted|closed the request/);
  return {
    /** Milliseconds of each rest that was begun. */
    rests,
    stop: async () => {
      stopping.abort(new Error('stopped'));
      wakeUps.rest = rest;
      await ended;
    },
  };
}
