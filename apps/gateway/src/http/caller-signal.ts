import type { ServerResponse } from 'node:http';

/** Aborts the controller when the caller leaves before the answer is sent, so that no work goes into an answer without a reader. */
export function createCallerSignal(response: ServerResponse, controller: AbortController): AbortSignal {
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}
