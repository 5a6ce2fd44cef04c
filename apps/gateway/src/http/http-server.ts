import { isIP, type AddressInfo } from 'node:net';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { findMissingHost, responseHeaders } from '@svc/http';
import type { HealthRegistry, Logger } from '@svc/observability';
import { HEALTH, LOGGER } from '@svc/runtime';
import { ServiceError } from '@svc/service-error';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { answerOtherMethods } from './other-methods.js';
import { leaveBodiesUnread } from './raw-body.js';

/** The time that running requests have to finish at the stop before their connections are cut. */
const DRAIN_MS = 5_000;

/** Sets up the hooks of the HTTP interface before and after every route, and stops it. */
@Injectable()
export class HttpServer implements OnModuleDestroy {
  readonly #stopping = new AbortController();

  constructor(
    private readonly host: HttpAdapterHost,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(HEALTH) private readonly health: HealthRegistry,
  ) {
    leaveBodiesUnread(this.fastify);
    this.#refuseFirst();
    answerOtherMethods(this.fastify);
    this.#endConnections();
    this.#logRequests();
  }

  get fastify(): FastifyInstance {
    return this.host.httpAdapter.getInstance<FastifyInstance>();
  }

  /** Aborts when the service starts to stop. Requests that still arrive on connections that were accepted before are served. */
  get stopping(): AbortSignal {
    return this.#stopping.signal;
  }

  get port(): number {
    return (this.fastify.server.address() as AddressInfo).port;
  }

  /** Lets running requests finish before anything they use is stopped. */
  async onModuleDestroy(): Promise<void> {
    this.#stopping.abort();
    const cut = setTimeout(() => this.fastify.server.closeAllConnections(), DRAIN_MS);
    await this.fastify.close().finally(() => clearTimeout(cut));
  }

  #refuseFirst(): void {
    this.fastify.addHook('onRequest', (request, reply, done) => {
      void reply.headers(responseHeaders(request.id));
      const hostless = findMissingHost(request.raw);
      if (hostless) {
        done(hostless);
      } else if (request.raw.url?.includes('#')) {
        // The router ends the path there and reads the rest as a query string, which no other reader of the target does.
        done(new ServiceError('invalid_request', { message: 'The request target holds a fragment.' }));
      } else if (isClientUnknown(request)) {
        done(
          new ServiceError('invalid_request', {
            message: 'X-Forwarded-For does not name the client by an IP address.',
          }),
        );
      } else {
        done();
      }
    });
  }

  /** While stopping, a connection whose request may finish does not stay open for another one. */
  #endConnections(): void {
    this.fastify.addHook('onSend', (_request, reply, payload, done) => {
      if (this.stopping.aborted || this.health.draining.aborted) void reply.header('connection', 'close');
      done(null, payload);
    });
  }

  /** Logs route templates, never targets: paths and queries contain customer data. */
  #logRequests(): void {
    this.fastify.addHook('onResponse', (request, reply, done) => {
      this.logger.debug(
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
}

/** Whether a trusted proxy names the client by something else than an address, which limits and the audit log could not use. */
function isClientUnknown({ headers, ips, ip }: FastifyRequest): boolean {
  return headers['x-forwarded-for'] !== undefined && ips !== undefined && isIP(ip) === 0;
}
