import { encodeRecord, readRequest, type CaptureContext, type CaptureError } from '@svc/capture';

/** A capture request after everything that costs time. */
export interface PreparedCapture {
  readonly accepted: number;
  readonly errors: readonly CaptureError[];
  /** The accepted events as the log keeps them. */
  readonly record: Uint8Array;
  /** Whether all of them came with a message id, so that an equal request is a retry and not an equal thing that happened again. */
  readonly isRepeatable: boolean;
}

export function prepareCapture(body: Uint8Array, context: CaptureContext): PreparedCapture {
  const { accepted, errors, isRepeatable } = readRequest(body, context);
  return { accepted: accepted.length, errors, record: encodeRecord(accepted), isRepeatable };
}
