import { Metadata, status, type StatusObject } from '@grpc/grpc-js';
import { isErrorCode, ServiceError, type ErrorDetail } from '@svc/service-error';

/** Trailer with the public part of a ServiceError that a gRPC status cannot represent: code, details and retry-after. */
const ERROR_KEY = 'svc-error-bin';

/** Trailers travel in HTTP/2 header blocks, which peers limit to 16 KiB; base64 and the message must fit as well. */
const MAX_ERROR_BYTES = 8 * 1024;

/** Converts an error to the status of a failed call, which contains public text only. */
export function toStatus(error: ServiceError): StatusObject {
  const metadata = new Metadata();
  metadata.set(ERROR_KEY, encode(error));
  return { code: error.grpcStatus, details: error.message, metadata };
}

/** Converts the status of a failed call to an error, whether it comes from the service or the transport. */
export function fromStatus(failure: StatusObject & Error): ServiceError {
  const sent = decode(failure);
  if (sent) return sent;
  if (failure.code === status.DEADLINE_EXCEEDED) return new ServiceError('timeout', { cause: failure });
  return isLost(failure) ? new ConnectionLost(failure) : new ServiceError('internal', { cause: failure });
}

/** The connection ended before the response, for example with its process. The call may have had its effect. */
export class ConnectionLost extends ServiceError {
  constructor(cause: Error) {
    super('unavailable', { cause, retryAfterSeconds: 1 });
  }
}

/** A peer that is killed during a call resets the stream, which is not an error of the service. */
function isLost({ code, details }: StatusObject): boolean {
  if (code === status.UNAVAILABLE || code === status.CANCELLED) return true;
  return code === status.INTERNAL && /RST_STREAM|ECONNRESET|EPIPE/.test(details);
}

interface SentError {
  readonly code: string;
  readonly message: string;
  readonly details: readonly ErrorDetail[];
  readonly retryAfterSeconds?: number | undefined;
}

function encode(error: ServiceError): Buffer {
  for (let kept = error.details.length; ; kept = Math.floor(kept / 2)) {
    const sent: SentError = {
      code: error.code,
      message: error.message,
      details: error.details.slice(0, kept),
      retryAfterSeconds: error.retryAfterSeconds,
    };
    const bytes = Buffer.from(JSON.stringify(sent));
    if (bytes.length <= MAX_ERROR_BYTES || kept === 0) return bytes;
  }
}

function decode(failure: StatusObject): ServiceError | undefined {
  const [bytes] = failure.metadata.get(ERROR_KEY);
  const sent = Buffer.isBuffer(bytes) ? parse(bytes) : undefined;
  if (!sent || !isErrorCode(sent.code)) return undefined;
  const { message, details, retryAfterSeconds } = sent;
  return new ServiceError(sent.code, {
    message,
    details,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    cause: failure,
  });
}

function parse(bytes: Buffer): SentError | undefined {
  try {
    return JSON.parse(bytes.toString()) as SentError;
  } catch {
    return undefined;
  }
}
