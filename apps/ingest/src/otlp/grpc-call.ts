import { constants, type IncomingHttpHeaders, type ServerHttp2Stream } from 'node:http2';
import { COMPRESSIONS, statusBody, type ContentEncoding } from '@svc/otlp';
import { ServiceError } from '@svc/service-error';
import { contentEncoding, readBody, type BodyLimits } from '../receive/body.js';
import { retryInfo } from './retry-info.js';

const { HTTP2_HEADER_CONTENT_TYPE, HTTP2_HEADER_STATUS, NGHTTP2_NO_ERROR } = constants;
const ANSWER = {
  [HTTP2_HEADER_STATUS]: 200,
  [HTTP2_HEADER_CONTENT_TYPE]: 'application/grpc',
  'grpc-accept-encoding': ['identity', ...COMPRESSIONS].join(','),
};
/** The prefix of a gRPC message: a flag for compression and the length as a 32-bit number. */
const PREFIX_BYTES = 5;
/** Time for a client to notice the refusal and stop sending. */
const LINGER_MS = 5_000;

/** The message of a unary call as received. */
export interface CallMessage {
  readonly body: Buffer;
  readonly encoding: ContentEncoding;
}

/** Reads the message of a unary call. Limits apply while it is being read. */
export async function readMessage(
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
  limits: BodyLimits,
): Promise<CallMessage> {
  const framed = await readBody(stream, { ...limits, maxBytes: limits.maxBytes + PREFIX_BYTES });
  if (framed.byteLength < PREFIX_BYTES || framed.readUInt32BE(1) !== framed.byteLength - PREFIX_BYTES) {
    throw new ServiceError('invalid_request', { message: 'The call must hold exactly one whole message.' });
  }
  return { body: framed.subarray(PREFIX_BYTES), encoding: messageEncoding(framed.readUInt8(0), headers) };
}

/** Sends the response message of a unary call. */
export function sendMessage(stream: ServerHttp2Stream, message: Uint8Array): void {
  if (stream.destroyed || stream.closed) return;
  const prefix = Buffer.alloc(PREFIX_BYTES);
  prefix.writeUInt32BE(message.byteLength, 1);
  stream.respond(ANSWER, { waitForTrailers: true });
  stream.once('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
  stream.end(Buffer.concat([prefix, message]));
}

/** Ends a call with an error, even when its message has not been read completely. */
export function sendError(stream: ServerHttp2Stream, error: ServiceError): void {
  if (stream.destroyed || stream.closed) return;
  stream.respond(
    {
      ...ANSWER,
      'grpc-status': String(error.grpcStatus),
      // grpc-message is percent-encoded. Our messages are printable ASCII, so only the percent sign needs escaping.
      'grpc-message': error.message.replaceAll('%', '%25'),
      ...retryDetails(error),
    },
    { endStream: true },
  );
  if (stream.readableEnded) return;
  // The client may stop sending (RFC 9113, 8.1). Data that is already on its way is discarded.
  stream.resume();
  const late = setTimeout(() => stream.close(NGHTTP2_NO_ERROR), LINGER_MS).unref();
  stream.once('close', () => clearTimeout(late));
}

/** Exporters retry RESOURCE_EXHAUSTED only when it carries a RetryInfo; otherwise they drop the data. */
function retryDetails(error: ServiceError): Record<string, string> {
  if (error.retryAfterSeconds === undefined) return {};
  const status = Buffer.concat([statusBody(error, 'protobuf'), retryInfo(error.retryAfterSeconds)]);
  return { 'grpc-status-details-bin': status.toString('base64').replaceAll('=', '') };
}

function messageEncoding(flag: number, headers: IncomingHttpHeaders): ContentEncoding {
  if (flag === 0) return 'identity';
  const name = headers['grpc-encoding'];
  if (flag !== 1 || typeof name !== 'string')
    throw new ServiceError('invalid_request', { message: 'grpc-encoding: is required for a compressed message' });
  return contentEncoding(name, 'grpc-encoding');
}
