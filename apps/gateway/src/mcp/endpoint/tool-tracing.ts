import { SpanKind, SpanStatusCode, context, propagation, trace } from '@opentelemetry/api';
import type { FastifyRequest } from 'fastify';
import type { ToolResult } from '../result/format-result.js';

const tracer = trace.getTracer('@svc/gateway');

/** Fields of a message that continue the trace of the client. */
export interface TraceMeta {
  readonly traceparent?: unknown;
  readonly tracestate?: unknown;
}

interface Origin {
  readonly headers: FastifyRequest['headers'];
  readonly meta: TraceMeta | undefined;
}

/** Runs a tool in a span by the semantic conventions of MCP, below that of the client: the message names it, or else the request. */
export function traceTool(
  name: string,
  { headers, meta }: Origin,
  work: () => Promise<ToolResult>,
): Promise<ToolResult> {
  const carrier = typeof meta?.traceparent === 'string' ? meta : headers;
  const parent = propagation.extract(context.active(), carrier);
  const attributes = {
    'mcp.method.name': 'tools/call',
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': name,
    'network.transport': 'tcp',
  };
  const span = tracer.startSpan(`tools/call ${name}`, { kind: SpanKind.SERVER, attributes }, parent);
  return context.with(trace.setSpan(parent, span), async () => {
    try {
      const result = await work();
      if (result.isError === true) {
        span.setAttribute('error.type', 'tool_error');
        span.setStatus({ code: SpanStatusCode.ERROR });
      }
      return result;
    } finally {
      span.end();
    }
  });
}
