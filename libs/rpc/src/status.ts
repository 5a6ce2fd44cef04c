import { Metadata, status, type StatusObject } from '@grpc/grpc-js';
import { isErrorCode, ServiceError, type ErrorDetail } from '@svc/errors';

/** Carries the public part of a ServiceError, which a gRPC status has no room for: code, details and retry-after. */
const ERROR_KEY = 'svc-error-bin';

/** Trailers travel in HTTP/2 header blocks, which peers limit to 16 KiB; base64 and the message have to fit as well. */
const MAX_ERROR_BYTES = 8 * 1024;

/** What is sent for a failed call. Only public text is in it. */
export function toStatus(error: ServiceError): Partial<StatusObject> {
  const metadata = new Metadata();
  metadata.set(ERROR_KEY, encode(error));
  return { code: error.grpcStatus, details: error.message, metadata };
}

/** The error of a failed call, whether the service refused it or the transport could not carry it. */
export function fromStatus(failure: StatusObject & Error): ServiceError {
  const sent = decode(failure);
  if (sent) return sent;
  if (failure.code === status.DEADLINE_EXCEEDED) return new ServiceError('timeout', { cause: failure });
  return isLost(failure)
    ? new ServiceError('unavailable', { cause: failure, retryAfterSeconds: 1 })
    : new ServiceError('internal', { cause: failure });
}

/** A peer that is killed in mid-call resets the stream, which is not the service's verdict on the request. */
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
