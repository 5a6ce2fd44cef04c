import type { DescMethod } from '@bufbuild/protobuf';
import type { Metadata } from '@grpc/grpc-js';
import { context, propagation, SpanKind, SpanStatusCode, trace, type Context } from '@opentelemetry/api';
import { toServiceError } from '@svc/service-error';

const tracer = trace.getTracer('@svc/rpc');

/** Runs the client side of a call in a span and sends the context of the span. */
export function traceClientCall<T>(rpc: DescMethod, metadata: Metadata, work: () => Promise<T>): Promise<T> {
  return inSpan(rpc, SpanKind.CLIENT, context.active(), () => {
    propagation.inject(context.active(), metadata, { set: (carrier, key, value) => carrier.set(key, value) });
    return work();
  });
}

/** Runs the server side of a call in a child span of the caller. */
export function traceServerCall<T>(rpc: DescMethod, metadata: Metadata, work: () => Promise<T>): Promise<T> {
  const parent = propagation.extract(context.active(), metadata, {
    keys: (carrier) => Object.keys(carrier.getMap()),
    get: (carrier, key) => carrier.get(key).map(String),
  });
  return inSpan(rpc, SpanKind.SERVER, parent, work);
}

/**
 * Only calls that belong to a traced request have spans. Others come from timers and from ingestion, which may be receiving these very
 * spans and must not add to them.
 */
async function inSpan<T>(rpc: DescMethod, kind: SpanKind, parent: Context, work: () => Promise<T>): Promise<T> {
  if (!trace.getSpanContext(parent)) return work();
  const attributes = { 'rpc.system': 'grpc', 'rpc.service': rpc.parent.typeName, 'rpc.method': rpc.name };
  const span = tracer.startSpan(`${rpc.parent.typeName}/${rpc.name}`, { kind, attributes }, parent);
  try {
    return await context.with(trace.setSpan(parent, span), work);
  } catch (error) {
    const { code, httpStatus, grpcStatus } = toServiceError(error);
    span.setAttributes({ 'rpc.grpc.status_code': grpcStatus, 'error.type': code });
    // A refusal is a valid response; only internal failures are errors of the span.
    if (httpStatus >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    span.end();
  }
}
