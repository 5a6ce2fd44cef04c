import type { Server as HttpServer, IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Server } from 'node:tls';
import type { DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { takeProjectPath } from '@svc/auth';
import { deadline } from '@svc/config';
import { DEFAULT_CONNECTION_LIMITS, limitConnections, type ConnectionLimits } from '@svc/http';
import { answerExpectation, readRequestId, refuseConnection } from '@svc/http';
import { ServerCertificate, UNUSABLE_CERTIFICATE, unencryptedWarning } from '@svc/http';
import type { Logger } from '@svc/observability';
import { RpcTransport, type RpcCredentials } from '@svc/rpc';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { translateError, writeError } from './error-reply.js';
import type { HttpOptions } from './http-options.js';
import { MAX_PATH_PARAMETER } from './other-methods.js';
import { MAX_BODY_BYTES } from './raw-body.js';

export interface HttpApplicationOptions {
  readonly http: HttpOptions;
  readonly rpc: RpcCredentials & {
    /** `unix:<absolute path>` or `host:port`. */
    readonly listen: string;
  };
  readonly logger: Logger;
  /** The application is put together while its stores still start; it listens when this resolves. */
  readonly ready?: Promise<unknown>;
}

export interface RunningHttpApplication {
  /** The port of the HTTP interface. */
  readonly port: number;
  /** Refuses new requests, lets running ones finish, then closes. Safe to call twice. */
  stop(): Promise<void>;
}

/** Longest wait for a request to arrive whole, so that slow senders cannot hold connections. */
const RECEIVE_TIMEOUT_MS = deadline(30_000);
/** Longest wait for the headers of a request. */
const HEADERS_TIMEOUT_MS = deadline(10_000);

/**
 * Starts one Nest application that answers REST and gRPC. gRPC listens before the lifecycle hooks run, because services
 * that they start, such as ingestion, call services of this process.
 *
 * @throws Error when it cannot listen, or the rejection of `ready`; everything that had started is then stopped.
 */
export async function startHttpApplication(
  module: DynamicModule,
  { http, rpc: { listen, ...credentials }, logger, ready }: HttpApplicationOptions,
): Promise<RunningHttpApplication> {
  const onFailure = (cause: unknown): void => logger.warn({ err: cause }, UNUSABLE_CERTIFICATE);
  const certificate = http.certificateFiles && new ServerCertificate(http.certificateFiles, { onFailure });
  const application = await NestFactory.create<NestFastifyApplication>(module, createAdapter(http, certificate), {
    bodyParser: false,
    logger: false,
    // Nest would end the process instead of letting the caller report the failure.
    abortOnError: false,
  });
  try {
    application.connectMicroservice({
      strategy: new RpcTransport({ ...credentials, address: listen, log: logger }),
    });
    await ready;
    await application.startAllMicroservices();
    limitHttp(application.getHttpServer(), http.connections ?? DEFAULT_CONNECTION_LIMITS);
    await application.listen(http.port, http.host);
    const isEncrypted = certificate !== undefined || http.isBehindTls === true;
    const warning = unencryptedWarning('the HTTP interface', { host: http.host, isEncrypted });
    if (warning !== undefined) logger.warn(warning);
    // It is a server of TLS if there is a certificate.
    certificate?.keepCurrent(application.getHttpServer() as unknown as Server);
  } catch (error) {
    await application.close();
    throw error;
  }
  let stopping: Promise<void> | undefined;
  return {
    port: (application.getHttpServer().address() as AddressInfo).port,
    stop: () => (stopping ??= application.close()),
  };
}

/** Event streams are requests that last, so they are not idle. */
function limitHttp(server: HttpServer, connections: ConnectionLimits): void {
  answerExpectation(server);
  server.headersTimeout = HEADERS_TIMEOUT_MS;
  server.keepAliveTimeout = connections.idleMs;
  limitConnections(server, connections);
}

/** Paths of interfaces, which can have the prefix `/p/{project}`. Others with it are pages of the console. */
const INTERFACE_PATH = /^\/(?:alertmanager|api|jaeger|prometheus|v2)\//;

function rewriteUrl(request: Pick<IncomingMessage, 'url' | 'headers'>): string {
  takeProjectPath(request, (rest) => INTERFACE_PATH.test(rest));
  return request.url ?? '';
}

function createAdapter(
  { trustedProxies = [] }: HttpOptions,
  certificate: ServerCertificate | undefined,
): FastifyAdapter {
  return new FastifyAdapter({
    // A hook of HttpServer answers a missing Host with our body.
    ...(certificate
      ? { https: { ...certificate.serverOptions, requireHostHeader: false } }
      : { http: { requireHostHeader: false } }),
    trustProxy: trustedProxies.length > 0 && [...trustedProxies],
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: RECEIVE_TIMEOUT_MS,
    // A path with a slash at its end is the path without it.
    routerOptions: { maxParamLength: MAX_PATH_PARAMETER, ignoreTrailingSlash: true },
    forceCloseConnections: 'idle',
    // A load balancer that noticed the stop too late still gets its response.
    return503OnClosing: false,
    skipMiddie: true,
    genReqId: readRequestId,
    rewriteUrl,
    frameworkErrors: (error: Error, request: FastifyRequest, reply: FastifyReply) =>
      writeError(reply.raw, request.id, translateError(error)),
    clientErrorHandler: refuseConnection,
  });
}
