import { Inject, Injectable, Optional } from '@nestjs/common';
import type { Operation } from '@svc/contract';
import type { Metrics } from '@svc/observability';
import { METRICS } from '@svc/runtime';
import { HttpServer } from '../http/http-server.js';

/** The configuration of the routes of operations. */
interface OperationRouteConfig {
  readonly operation?: Operation;
}

/** Measures every answer to an operation, refusals included. */
@Injectable()
export class OperationMetrics {
  constructor({ fastify }: HttpServer, @Optional() @Inject(METRICS) metrics?: Metrics) {
    const seconds = metrics?.duration('svc_http_request_seconds', 'Time to answer an operation', [
      'operation',
      'status',
    ]);
    if (!seconds) return;
    fastify.addHook('onResponse', (request, reply, done) => {
      const { operation } = request.routeOptions.config as OperationRouteConfig;
      if (operation) {
        seconds.observe({ operation: operation.id, status: String(reply.statusCode) }, reply.elapsedTime / 1000);
      }
      done();
    });
  }
}
