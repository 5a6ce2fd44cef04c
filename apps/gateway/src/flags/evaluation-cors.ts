import { Injectable } from '@nestjs/common';
import { HttpServer } from '../http/http-server.js';

/**
 * Pages of any origin may evaluate flags. This is safe because a browser sends no cookie with such a request and no answer allows it to;
 * a publishable key can restrict the origins that may use it.
 */
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'etag, ratelimit, ratelimit-limit, ratelimit-policy, ratelimit-remaining, ratelimit-reset, retry-after, x-request-id',
};

const PREFLIGHT = {
  'access-control-allow-methods': 'POST, OPTIONS',
  'access-control-allow-headers':
    'authorization, content-type, if-none-match, traceparent, tracestate, x-api-key, x-request-id, x-svc-api-key, x-svc-project',
  'access-control-max-age': '7200',
};

const EVALUATION = /^\/(?:ofrep\/v1\/evaluate\/flags|api\/v1\/decide)(?:[/?]|$)/;

/** Lets pages of other origins evaluate flags, and read why they were refused. Nothing else of the REST interface is for pages. */
@Injectable()
export class EvaluationCors {
  constructor({ fastify }: HttpServer) {
    // When an answer is sent, because the answers of errors and preflights are made in several places.
    fastify.addHook('onSend', (request, reply, payload, done) => {
      if (EVALUATION.test(request.url)) {
        void reply.headers({ ...CORS, ...(request.method === 'OPTIONS' && PREFLIGHT) });
      }
      done(null, payload);
    });
  }
}
