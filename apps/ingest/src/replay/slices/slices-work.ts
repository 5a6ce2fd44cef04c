import { readLogs, transcodeJson } from '@svc/otlp';
import { readSlices, SLICE_KEYS, type ReadSlices } from '@svc/replay';

/** Records of one request. A browser sends what happened in five seconds; each record becomes some objects. */
const MAX_RECORDS = 50_000;

/**
 * What a thread does with the body of an OTLP request that holds slices of events.
 *
 * @throws ServiceError invalid_request or payload_too_large.
 */
export function doSlicesWork(format: 'protobuf' | 'json', body: Uint8Array): ReadSlices {
  const protobuf = format === 'json' ? transcodeJson('logs', body) : body;
  return readSlices(readLogs(protobuf, { keys: SLICE_KEYS, maxRecords: MAX_RECORDS }));
}
