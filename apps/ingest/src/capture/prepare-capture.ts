import { encodeRecord, readRequest, type CaptureContext, type CaptureError, type CaptureWarning } from '@svc/capture';

/** A capture request after decompression, parsing and validation. */
export interface PreparedCapture {
  readonly accepted: number;
  readonly errors: readonly CaptureError[];
  readonly warnings: readonly CaptureWarning[];
  /** The accepted events in the format of the event log. */
  readonly record: Uint8Array;
  /** Whether all events have a message ID. Only then is an identical request certainly a retry and not the same event happening again. */
  readonly isRepeatable: boolean;
}

export function prepareCapture(body: Uint8Array, context: CaptureContext): PreparedCapture {
  const { accepted, errors, isRepeatable, warnings } = readRequest(body, context);
  return { accepted: accepted.length, errors, warnings, record: encodeRecord(accepted), isRepeatable };
}
