import { SpanKind, SpanStatusCode, context, propagation, trace } from '@opentelemetry/api';
import type { Operation } from '@svc/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { translateError } from '../http/error-reply.js';

const tracer = trace.getTracer('@svc/gateway');

/** Runs an operation in a span below the caller's, by its route: a target contains customer data. */
export function traceOperation(
  { method, path }: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
  work: () => Promise<unknown>,
): Promise<void> {
  const parent = propagation.extract(context.active(), request.headers);
  const attributes = { 'http.request.method': method, 'http.route': path };
  const span = tracer.startSpan(`${method} ${path}`, { kind: SpanKind.SERVER, attributes }, parent);
  return context.with(trace.setSpan(parent, span), async () => {
    try {
      await work();
      span.setAttribute('http.response.status_code', reply.statusCode);
    } catch (error) {
      const { code, httpStatus } = translateError(error);
      span.setAttributes({ 'http.response.status_code': httpStatus, 'error.type': code });
      // A refusal is an answer; only failures of the service are errors of the span.
      if (httpStatus >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}
