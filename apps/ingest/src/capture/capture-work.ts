import { readBodyKey } from '@svc/capture';
import { prepareCapture, type PreparedCapture } from './prepare-capture.js';

/** Work on a body, on the event loop or in a thread. */
export type CaptureWork = ['prepare', ...Parameters<typeof prepareCapture>] | ['key', body: Uint8Array];

export function doCaptureWork(...work: CaptureWork): PreparedCapture | string | undefined {
  const [kind, ...request] = work;
  if (kind === 'key') return readBodyKey(request[0]);
  return prepareCapture(...(request as Parameters<typeof prepareCapture>));
}
