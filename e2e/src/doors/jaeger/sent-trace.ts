import { newTraceId, spanId } from '../../spans.js';

/** A trace with every type of attribute, as a request of OTLP/JSON, and what its conditions of a search find. */
export function newTrace(service: string) {
  const traceId = newTraceId();
  const start = BigInt(Date.now() - 60_000) * 1_000_000n;
  const at = (ms: number): string => String(start + BigInt(ms) * 1_000_000n);
  const text = (key: string, value: string) => ({ key, value: { stringValue: value } });
  const linked = newTraceId();
  const spans = [
    {
      traceId,
      spanId: spanId(1),
      name: 'POST /orders',
      kind: 2,
      traceState: 'vendor=1',
      startTimeUnixNano: at(0),
      endTimeUnixNano: at(120),
      attributes: [
        text('http.request.method', 'POST'),
        { key: 'http.response.status_code', value: { intValue: '503' } },
        { key: 'retry.share', value: { doubleValue: 0.25 } },
        { key: 'cart.full', value: { boolValue: true } },
        { key: 'items', value: { arrayValue: { values: [{ stringValue: 'a' }, { stringValue: 'b' }] } } },
        text('name', 'not the name of the span'),
      ],
      events: [
        { timeUnixNano: at(10), name: 'exception', attributes: [text('exception.type', 'Timeout')] },
        { timeUnixNano: at(11), name: '', attributes: [text('message', 'retried')] },
      ],
      status: { code: 2, message: 'upstream timed out' },
    },
    {
      traceId,
      spanId: spanId(2),
      parentSpanId: spanId(1),
      name: 'charge',
      kind: 3,
      startTimeUnixNano: at(5),
      endTimeUnixNano: at(95),
      attributes: [],
      links: [{ traceId: linked, spanId: spanId(9), attributes: [text('why', 'batch')] }],
      status: {},
    },
  ];
  const scope = { name: 'shop-library', version: '1.2.3' };
  const resource = (name: string) => ({
    attributes: [
      text('service.name', name),
      text('host.name', 'web-1'),
      { key: 'process.pid', value: { intValue: '7' } },
    ],
  });
  const [first, second] = spans;
  const payments = `${service}-payments`;
  const body = {
    resourceSpans: [
      { resource: resource(service), scopeSpans: [{ scope, spans: [first] }] },
      { resource: resource(payments), scopeSpans: [{ scope, spans: [second] }] },
    ],
  };
  return { traceId, service, payments, body };
}
