import type { ServerResponse } from 'node:http';

/** Aborts when the caller leaves before the answer is sent, so that nobody works for an answer that goes nowhere. */
export function callerSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}
