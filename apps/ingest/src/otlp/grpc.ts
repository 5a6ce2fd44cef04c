import {
  createSecureServer,
  createServer,
  type Http2Server,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import type { AddressInfo } from 'node:net';
import { DEFAULT_CONNECTION_LIMITS, limitConnections, type ServerCertificate } from '@svc/http';
import { exportResponse, type Signal, type SkimResult } from '@svc/otlp';
import { ServiceError, toServiceError } from '@svc/service-error';
import type { IngestListenOptions } from '../options/listen-options.js';
import { identify } from '../receive/identify.js';
import { readMessage, sendError, sendMessage } from './grpc-call.js';
import { type OtlpHttpOptions, partialSuccess } from './http.js';
import { closeWhenIdle } from './idle-session.js';

/** The methods of the three OTLP collector services. */
const METHODS: Readonly<Record<string, Signal>> = {
  '/opentelemetry.proto.collector.trace.v1.TraceService/Export': 'traces',
  '/opentelemetry.proto.collector.logs.v1.LogsService/Export': 'logs',
  '/opentelemetry.proto.collector.metrics.v1.MetricsService/Export': 'metrics',
};

/** Maximum concurrent calls on one connection; further calls of the client wait. */
const MAX_CONCURRENT_CALLS = 256;
/** Flow-control windows: bytes that a client may send ahead in one call, and in all calls of a connection. */
const CALL_WINDOW_BYTES = 1024 * 1024;
const CONNECTION_WINDOW_BYTES = 4 * 1024 * 1024;

const SERVER_OPTIONS = {
  settings: { maxConcurrentStreams: MAX_CONCURRENT_CALLS, initialWindowSize: CALL_WINDOW_BYTES },
};

export interface OtlpGrpcServer {
  readonly port: number;
  /** Tells clients to connect again; running calls finish. */
  drain(): void;
  /** Waits up to `graceMs` for running calls, then aborts them. */
  stop(graceMs: number): Promise<void>;
}

/**
 * OTLP/gRPC with the same receiver as OTLP/HTTP, on the HTTP/2 server of Node. A gRPC library would pass a call on only after it
 * has read the whole message; here the key is checked first, and the bytes are counted while they arrive.
 */
export async function startOtlpGrpc(
  { host, port, certificate, connections = DEFAULT_CONNECTION_LIMITS }: IngestListenOptions,
  options: OtlpHttpOptions,
): Promise<OtlpGrpcServer> {
  const server = createHttp2Server(certificate);
  limitConnections(server, connections);
  const sessions = new Set<ServerHttp2Session>();
  server.on('session', (session) => {
    sessions.add(session);
    session.once('close', () => sessions.delete(session));
    // A client that violates the protocol loses its connection; nothing else needs to be done.
    session.on('error', () => undefined);
    session.setLocalWindowSize(CONNECTION_WINDOW_BYTES);
    closeWhenIdle(session, connections.idleMs);
  });
  const answer = exportHandler(options);
  server.on('stream', (stream, headers, _flags, rawHeaders) => {
    stream.on('error', () => undefined);
    void answer(stream, headers, rawHeaders);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const drain = (): void => {
    for (const session of sessions) session.close();
  };
  return {
    port: (server.address() as AddressInfo).port,
    drain,
    stop: (graceMs) =>
      new Promise((resolve) => {
        const force = setTimeout(() => sessions.forEach((session) => session.destroy()), graceMs);
        server.close(() => {
          clearTimeout(force);
          resolve();
        });
        drain();
      }),
  };
}

function createHttp2Server(certificate: ServerCertificate | undefined): Http2Server {
  if (!certificate) return createServer(SERVER_OPTIONS);
  const server = createSecureServer({ ...SERVER_OPTIONS, ...certificate.serverOptions });
  certificate.keepCurrent(server);
  // Sessions and streams are the same over TLS; only the methods of the socket differ.
  return server;
}

function exportHandler({ keys, receiver, admission, maxBodyBytes, logger, measure }: OtlpHttpOptions) {
  const accept = async (
    signal: Signal,
    stream: ServerHttp2Stream,
    headers: IncomingHttpHeaders,
    rawHeaders: readonly string[],
  ): Promise<SkimResult> => {
    const key = await identify({ url: '', headers, rawHeaders: [...rawHeaders] }, keys, 'telemetry:write');
    const reservation = admission.open(key);
    const maxBytes = reservation.limitBody(maxBodyBytes);
    try {
      const message = await readMessage(stream, headers, { maxBytes, reservation });
      return await receiver.accept({ signal, key, ...message, format: 'protobuf', reservation });
    } finally {
      reservation.release();
    }
  };

  return async (
    stream: ServerHttp2Stream,
    headers: IncomingHttpHeaders,
    rawHeaders: readonly string[],
  ): Promise<void> => {
    const path = headers[':path'] ?? '';
    const signal = Object.hasOwn(METHODS, path) ? METHODS[path] : undefined;
    if (signal === undefined || headers[':method'] !== 'POST') {
      sendError(stream, new ServiceError('method_not_allowed', { message: 'The service has no such method.' }));
      return;
    }
    const end = measure(signal);
    try {
      const result = await accept(signal, stream, headers, rawHeaders);
      end(result.rejected > 0 ? 'partial' : 'accepted');
      sendMessage(stream, exportResponse(signal, partialSuccess(signal, result), 'protobuf'));
    } catch (cause) {
      const error = toServiceError(cause);
      end(error.code);
      if (error.httpStatus >= 500) logger.error({ err: error, cause: error.cause, signal }, 'OTLP export failed');
      sendError(stream, error);
    }
  };
}
