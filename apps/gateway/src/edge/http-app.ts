import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { ServiceError } from '@svc/errors';
import type { Logger } from '@svc/observability';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Stores } from '../stores.module.js';
import { EdgeModule } from './edge.module.js';
import { refuseConnection, translateError, writeError } from './error-reply.js';
import { ErrorFilter } from './error.filter.js';
import type { RateLimits } from './rate-limit.js';
import { MAX_BODY_BYTES } from './request-body.js';
import { requestIdOf } from './request-id.js';
import { responseHeaders } from './response-headers.js';

/** Longest wait for a request to arrive whole, so that slow senders cannot hold connections. */
const RECEIVE_TIMEOUT_MS = 30_000;
/** The router's own limit (100) would answer 404 for a long id before the operation can say what is wrong with it. */
export const MAX_PATH_PARAMETER = 16_384;

export interface HttpApp {
  readonly nest: NestFastifyApplication;
  readonly server: FastifyInstance;
  /** From now on new requests are refused with 503. */
  drain(): void;
}

/** Nest on Fastify with everything the edge says before and after a route; no routes yet. */
export async function createHttpApp(stores: Stores, rateLimits: RateLimits | undefined): Promise<HttpApp> {
  const adapter = new FastifyAdapter({
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: RECEIVE_TIMEOUT_MS,
    routerOptions: { maxParamLength: MAX_PATH_PARAMETER },
    forceCloseConnections: 'idle',
    // Fastify's own answer while closing has another shape; the hook below gives ours.
    return503OnClosing: false,
    skipMiddie: true,
    genReqId: requestIdOf,
    frameworkErrors: (error: Error, request: FastifyRequest, reply: FastifyReply) =>
      writeError(reply.raw, request.id, translateError(error)),
    clientErrorHandler: (failure, socket) => refuseConnection(failure, socket, requestIdOf({ headers: {} })),
  });
  const nest = await NestFactory.create<NestFastifyApplication>(EdgeModule.with(stores, rateLimits), adapter, {
    bodyParser: false,
    logger: false,
    // Nest would end the process instead of letting the caller report the failure.
    abortOnError: false,
  });
  nest.useGlobalFilters(new ErrorFilter(stores.logger));
  const server: FastifyInstance = adapter.getInstance();
  let draining = false;
  receiveBodiesRaw(server);
  refuseFirst(server, () => draining);
  endConnections(server, () => draining);
  logRequests(server, stores.logger);
  return { nest, server, drain: () => void (draining = true) };
}

/** Bodies stay bytes until the operation is known and the caller admitted; no framework parser sees them. */
function receiveBodiesRaw(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}

function refuseFirst(server: FastifyInstance, isDraining: () => boolean): void {
  server.addHook('onRequest', (request, reply, done) => {
    void reply.headers(responseHeaders(request.id));
    if (isDraining()) {
      done(new ServiceError('unavailable'));
    } else if (request.raw.url?.includes('#')) {
      // The router ends the path there and takes the rest for a query string, which no other reader of the target does.
      done(new ServiceError('invalid_request', { message: 'The request target holds a fragment.' }));
    } else {
      done();
    }
  });
}

/** While draining, so that a connection whose request was let finish does not stay open for a next one. */
function endConnections(server: FastifyInstance, isDraining: () => boolean): void {
  server.addHook('onSend', (_request, reply, payload, done) => {
    if (isDraining()) void reply.header('connection', 'close');
    done(null, payload);
  });
}

/** Route templates, never targets: paths and queries hold what customers send. */
function logRequests(server: FastifyInstance, logger: Logger): void {
  server.addHook('onResponse', (request, reply, done) => {
    logger.debug(
      {
        request_id: request.id,
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        duration_ms: Math.round(reply.elapsedTime),
      },
      'request',
    );
    done();
  });
}
