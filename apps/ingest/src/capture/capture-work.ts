import { KeyScan, readBodyKey } from '@svc/capture';
import { prepareCapture, type PreparedCapture } from './prepare-capture.js';

/** Work on a body, on the event loop or in a thread. */
export type CaptureWork = ['prepare', ...Parameters<typeof prepareCapture>] | ['key', body: Uint8Array];

export function doCaptureWork(...work: CaptureWork): PreparedCapture | string | undefined {
  const [kind, ...request] = work;
  if (kind === 'key') return findKey(request[0]);
  return prepareCapture(...(request as Parameters<typeof prepareCapture>));
}

/** Parsing a body takes many times as long as looking for its key, and is needed if it is Base64, a form, or without a key. */
function findKey(body: Uint8Array): string | undefined {
  const scan = new KeyScan(body);
  scan.read(body.byteLength);
  return scan.key ?? readBodyKey(body);
}
