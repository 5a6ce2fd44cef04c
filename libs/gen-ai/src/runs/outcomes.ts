import type { RunStatus } from './run.js';

/** Names of errors and finish reasons by the status that they mean, without case, spaces and punctuation. */
const OUTCOMES: Readonly<Partial<Record<RunStatus, readonly string[]>>> = {
  cancelled: [
    'abort',
    'aborted',
    'aborterror',
    'apiuseraborterror',
    'canceled',
    'cancelled',
    'cancelederror',
    'cancellederror',
    'cancellationexception',
    'contextcanceled',
    'operationcanceledexception',
    'taskcanceledexception',
  ],
  timed_out: [
    'apiconnectiontimeouterror',
    'apitimeouterror',
    'connecttimeout',
    'contextdeadlineexceeded',
    'deadlineexceeded',
    'etimedout',
    'readtimeout',
    'timedout',
    'timeout',
    'timeouterror',
    'timeoutexception',
  ],
  max_steps: [
    'graphrecursionerror',
    'maxiterations',
    'maxsteps',
    'maxturns',
    'maxturnsexceeded',
    'recursionlimit',
    'recursionlimitexceeded',
  ],
};

const BY_NAME = new Map(
  Object.entries(OUTCOMES).flatMap(([status, names]) => names.map((name) => [name, status as RunStatus])),
);

/** The status that the name of an error or a finish reason means: `asyncio.exceptions.CancelledError` is `cancelled`. */
export function outcomeOf(name: string): RunStatus | undefined {
  const short = name.slice(-200);
  return BY_NAME.get(normalize(short)) ?? BY_NAME.get(normalize(short.split(/[.:$/]/).at(-1) ?? ''));
}

/** Statuses that applications state, in their spellings. */
const STATED: Readonly<Record<string, RunStatus>> = {
  running: 'running',
  completed: 'completed',
  complete: 'completed',
  success: 'completed',
  succeeded: 'completed',
  ok: 'completed',
  failed: 'failed',
  failure: 'failed',
  error: 'failed',
  timedout: 'timed_out',
  timeout: 'timed_out',
  cancelled: 'cancelled',
  canceled: 'cancelled',
  aborted: 'cancelled',
  maxsteps: 'max_steps',
  maxturns: 'max_steps',
  maxiterations: 'max_steps',
};

/** The status that an application states; undefined if it is none of ours. */
export function statedStatus(text: string): RunStatus | undefined {
  const name = normalize(text.slice(0, 200));
  return Object.hasOwn(STATED, name) ? STATED[name] : undefined;
}

const FINISHED = new Set(['stop', 'endturn', 'stopsequence', 'complete', 'completed', 'end', 'eos']);

/** Whether a model stopped because its answer was complete. */
export function isFinished(reason: string): boolean {
  return FINISHED.has(normalize(reason.slice(0, 200)));
}

function normalize(name: string): string {
  return name.toLowerCase().replace(/[^a-z]/g, '');
}
