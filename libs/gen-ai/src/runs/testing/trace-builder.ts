import { priceUsage } from '../../prices/pricing.js';
import type { RunContext, TraceSpan } from '../run.js';

export const SECOND_NS = 1_000_000_000n;
/** The start of the spans of a trace, in nanoseconds since 1970. */
export const START_NS = 1_750_000_000n * SECOND_NS;
export const TRACE_ID = 'aa'.repeat(16);

/** How a span differs from one without attributes that lasts a second. Times are seconds from the start of the trace. */
export interface SpanOptions {
  readonly parent?: string;
  readonly trace?: string;
  readonly from?: number;
  readonly to?: number;
  readonly error?: string;
  readonly dropped?: number;
  readonly scope?: string;
  readonly attributes?: Readonly<Record<string, string>>;
}

/** @param id up to 16 hexadecimal digits. */
export function span(id: string, options: SpanOptions = {}): TraceSpan {
  const { parent = '', trace = TRACE_ID, from = 0, to = from + 1, error, dropped = 0, attributes = {} } = options;
  return {
    traceId: trace,
    spanId: spanId(id),
    parentSpanId: parent === '' ? '' : spanId(parent),
    name: `span ${id}`,
    startNs: START_NS + nanoseconds(from),
    durationNs: nanoseconds(to - from),
    statusCode: error === undefined ? 0 : 2,
    statusMessage: error ?? '',
    serviceName: 'agents',
    environment: 'production',
    release: '1.0.0',
    scopeName: options.scope ?? 'test',
    scopeVersion: '1',
    sessionId: '',
    distinctId: '',
    attributes,
    resourceAttributes: {},
    events: [],
    droppedAttributes: dropped,
    isAi: Object.keys(attributes).length > 0,
  };
}

export const spanId = (id: string): string => id.padStart(16, '0');
const nanoseconds = (seconds: number): bigint => BigInt(Math.round(seconds * 1e9));

type Attributes = Readonly<Record<string, string>>;

export function agent(id: string, options: SpanOptions = {}, more: Attributes = {}): TraceSpan {
  const attributes = { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': `agent ${id}`, ...more };
  return span(id, { to: 10, ...options, attributes: { ...attributes, ...options.attributes } });
}

/** A call of a model with 1,000 tokens of input, 100 of output. */
export function call(id: string, options: SpanOptions = {}, more: Attributes = {}): TraceSpan {
  const attributes = {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': 'openai',
    'gen_ai.request.model': 'gpt-4o',
    'gen_ai.usage.input_tokens': '1000',
    'gen_ai.usage.output_tokens': '100',
    'gen_ai.response.finish_reasons': '["stop"]',
    ...more,
  };
  return span(id, { ...options, attributes: { ...attributes, ...options.attributes } });
}

export function tool(id: string, options: SpanOptions = {}, more: Attributes = {}): TraceSpan {
  const attributes = { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'search', ...more };
  return span(id, { ...options, attributes: { ...attributes, ...options.attributes } });
}

/** The time at which the spans of a trace were stored. */
export const ARRIVED_NS = START_NS + 60n * SECOND_NS;

/** @param idleSeconds since the last span of every trace was stored. */
export function contextAfter(idleSeconds: number, traces: readonly string[] = [TRACE_ID]): RunContext {
  return {
    now: ARRIVED_NS + nanoseconds(idleSeconds),
    lastArrivals: new Map(traces.map((trace) => [trace, ARRIVED_NS])),
    storedPrices: new Map(),
    cutTraces: new Set(),
    price: (question, usage) => {
      const priced = priceUsage(question, usage, []);
      return (
        priced && {
          priceId: priced.price.id,
          cost: priced.cost,
          isTierUnpriced: priced.isTierUnpriced,
          isProviderInferred: priced.isProviderInferred,
          isPartial: priced.unpriced.length > 0,
        }
      );
    },
  };
}
