import type { MessageInitShape } from '@bufbuild/protobuf';
import type { ReplayForTraceResponseSchema } from '@svc/contract';
import { NANOSECONDS_PER_MILLISECOND } from '@svc/reading/time';
import { toRecording } from '../reads/recording.message.js';
import type { TraceRecordings } from './trace-recordings.service.js';

export function toMatches({
  rows,
  match,
  traceStartNs,
  explanation,
}: TraceRecordings): MessageInitShape<typeof ReplayForTraceResponseSchema> {
  const traceStartMs = traceStartNs / NANOSECONDS_PER_MILLISECOND;
  const matches = rows.map((row) => ({
    recording: toRecording(row),
    match,
    offsetMs: traceStartMs - BigInt(row.first_ms),
  }));
  return { matches, explanation };
}
