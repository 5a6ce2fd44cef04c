import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { Server as TlsServer } from 'node:tls';
import { takeProjectPath } from '@svc/auth';
import { deadline } from '@svc/config';
import {
  DEFAULT_CONNECTION_LIMITS,
  limitConnections,
  JSON_TYPE,
  answerExpectation,
  findMissingHost,
  refuseConnection,
  sendError,
} from '@svc/http';
import type { HealthRegistry } from '@svc/observability';
import { ServiceError } from '@svc/service-error';
import { foreignWire } from '../capture/foreign-routes.js';
import { CAPTURE_ROUTE, type captureHttpHandler } from '../capture/http.js';
import { POSTHOG_FLAG_ROUTES, type flagsHttpHandler } from '../flags/http.js';
import { isLocalFlagsPath, type localFlagsHandler } from '../flags/local-http.js';
import { beginAnswer } from '../http/answer.js';
import type { IngestListenOptions } from '../options/listen-options.js';
import { OTLP_ROUTES, type otlpHttpHandler } from '../otlp/http.js';
import { isPostHogConfigPath, type postHogConfigHandler } from '../posthog/config-http.js';
import { isRecorderPath, type recorderHttpHandler } from '../recorder/http.js';
import { REPLAY_ROUTE, type replayHttpHandler } from '../replay/http.js';
import { POSTHOG_RECORDING_ROUTE, type postHogRecordingHandler } from '../replay/posthog/http.js';
import { REPLAY_LOGS_ROUTE, type replayLogsHttpHandler } from '../replay/slices/http.js';
import type { wireHttpHandler } from '../translate/http.js';
import { LOKI_READY } from '../translate/loki.js';
import { findWire } from '../translate/wires.js';

export interface IngestHttpServer {
  readonly port: number;
  /** Stops accepting requests, waits up to `graceMs` for running ones, then aborts them. */
  stop(graceMs: number): Promise<void>;
}

const SERVER_OPTIONS = {
  headersTimeout: deadline(10_000),
  requestTimeout: deadline(60_000),
  connectionsCheckingInterval: 5_000,
  maxHeaderSize: 32 * 1024,
  // A missing Host is answered with our body.
  requireHostHeader: false,
};

interface IngestHandlers {
  readonly otlp: ReturnType<typeof otlpHttpHandler>;
  readonly translated: ReturnType<typeof wireHttpHandler>;
  readonly capture: ReturnType<typeof captureHttpHandler>;
  readonly flags: ReturnType<typeof flagsHttpHandler>;
  readonly localFlags: ReturnType<typeof localFlagsHandler>;
  readonly replay: ReturnType<typeof replayHttpHandler>;
  readonly replayLogs: ReturnType<typeof replayLogsHttpHandler>;
  readonly recorder: ReturnType<typeof recorderHttpHandler>;
  readonly postHogConfig: ReturnType<typeof postHogConfigHandler>;
  readonly postHogRecording: ReturnType<typeof postHogRecordingHandler>;
  readonly health: HealthRegistry;
}

/**
 * The ingest interface over HTTP: OTLP, protocols of other products, event capture, recordings and their recorder, and health. It uses
 * node:http directly, because a framework would handle bodies less efficiently.
 */
export async function startIngestHttp(
  { host, port, certificate, connections = DEFAULT_CONNECTION_LIMITS }: IngestListenOptions,
  handlers: IngestHandlers,
): Promise<IngestHttpServer> {
  const server = certificate
    ? createTlsServer({ ...SERVER_OPTIONS, ...certificate.serverOptions }, route(handlers))
    : createServer(SERVER_OPTIONS, route(handlers));
  server.keepAliveTimeout = connections.idleMs;
  limitConnections(server, connections);
  server.on('clientError', refuseConnection);
  answerExpectation(server);
  if (server instanceof TlsServer) certificate?.keepCurrent(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  return {
    port: (server.address() as AddressInfo).port,
    stop: (graceMs) =>
      new Promise((resolve) => {
        const force = setTimeout(() => server.closeAllConnections(), graceMs);
        server.close(() => {
          clearTimeout(force);
          resolve();
        });
        server.closeIdleConnections();
      }),
  };
}

function route(handlers: IngestHandlers): RequestListener {
  const { otlp, translated, capture, flags, localFlags, replay, replayLogs, recorder } = handlers;
  const { postHogConfig, postHogRecording, health } = handlers;
  return (request, response) => {
    takeProjectPath(request);
    const path = readPath(request.url);
    const signal = Object.hasOwn(OTLP_ROUTES, path) ? OTLP_ROUTES[path] : undefined;
    const wire = foreignWire(path);
    const foreign = signal === undefined ? findWire(path) : undefined;
    const refusal = findMissingHost(request);
    if (health.draining.aborted) response.setHeader('connection', 'close');
    if (refusal) sendError(request, response, refusal);
    else if (signal !== undefined) void otlp(request, response, signal);
    else if (foreign !== undefined) void translated(request, response, foreign);
    else if (path === CAPTURE_ROUTE) void capture(request, response);
    else if (path === REPLAY_ROUTE) void replay(request, response);
    else if (path === REPLAY_LOGS_ROUTE) void replayLogs(request, response);
    else if (isRecorderPath(path)) void recorder(request, response, path);
    else if (wire !== undefined) void capture(request, response, wire);
    else if (POSTHOG_FLAG_ROUTES.has(path)) void flags(request, response, path);
    else if (isLocalFlagsPath(path)) void localFlags(request, response, path);
    else if (path === POSTHOG_RECORDING_ROUTE) void postHogRecording(request, response);
    else if (isPostHogConfigPath(path)) void postHogConfig(request, response, path);
    else if (path === '/health/live') sendJson(request, response, 200, { status: 'ok' });
    else if (path === '/health/ready' || path === LOKI_READY) void sendReadiness(request, response, health);
    else sendError(request, response, new ServiceError('not_found'));
  };
}

/** A path with a slash at its end is the path without it. */
function readPath(url = ''): string {
  const [path = ''] = url.split('?', 1);
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

async function sendReadiness(
  request: IncomingMessage,
  response: ServerResponse,
  health: HealthRegistry,
): Promise<void> {
  const { ok, checks } = await health.report();
  if (!ok) response.setHeader('retry-after', 1);
  sendJson(request, response, ok ? 200 : 503, { status: ok ? 'ok' : 'unavailable', checks });
}

function sendJson(request: IncomingMessage, response: ServerResponse, status: number, body: unknown): void {
  beginAnswer(request, response);
  response.writeHead(status, { 'content-type': JSON_TYPE }).end(JSON.stringify(body));
}
