import { ERROR_CODES, type ErrorCode, type ServiceError } from '@svc/service-error';
import { ByteBuffer } from './native/byte-buffer.js';
import type { Signal } from './signal.js';

/** The encoding of a request, which its response must have too. */
export type Encoding = 'protobuf' | 'json';

/** Items of an accepted request that are not stored. A mere warning has a message and no items. */
export interface PartialSuccess {
  readonly rejected: number;
  readonly message: string;
}

const REJECTED_FIELDS: Readonly<Record<Signal, string>> = {
  traces: 'rejectedSpans',
  logs: 'rejectedLogRecords',
  metrics: 'rejectedDataPoints',
};

/** The Export*ServiceResponse: empty on full success, as OTLP requires. */
export function exportResponse(signal: Signal, partial: PartialSuccess | undefined, encoding: Encoding): Buffer {
  if (encoding === 'json') {
    if (partial === undefined) return Buffer.from('{}');
    const partialSuccess = { [REJECTED_FIELDS[signal]]: String(partial.rejected), errorMessage: partial.message };
    return Buffer.from(JSON.stringify({ partialSuccess }));
  }
  return partial === undefined ? Buffer.alloc(0) : message([[1, message(fields(partial.rejected, partial.message))]]);
}

/**
 * The body of a failure: a google.rpc.Status. The JSON form also contains the `error` of the REST API, which OTLP readers ignore
 * as an unknown field.
 */
export function statusBody(error: Pick<ServiceError, 'code' | 'message'>, encoding: Encoding): Buffer {
  const code: ErrorCode = error.code;
  const status = ERROR_CODES[code].grpc;
  if (encoding === 'json') return Buffer.from(JSON.stringify({ code: status, error: code, message: error.message }));
  return message(fields(status, error.message));
}

/** Both ExportPartialSuccess and Status have a number in field 1 and a text in field 2. */
function fields(number: number, text: string): readonly (readonly [number, number | Buffer])[] {
  return [
    [1, number],
    [2, Buffer.from(text)],
  ];
}

function message(content: readonly (readonly [number, number | Buffer])[]): Buffer {
  const out = new ByteBuffer();
  for (const [field, value] of content) {
    if (typeof value === 'number') {
      if (value === 0) continue;
      out.varint(field << 3);
      out.varint(value);
    } else {
      out.varint((field << 3) | 2);
      out.varint(value.length);
      out.copy(value, 0, value.length);
    }
  }
  return out.bytes.subarray(0, out.length);
}
