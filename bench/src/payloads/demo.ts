import { transcodeJson } from '@svc/otlp';
import { int, text, type Attribute } from './attributes.js';
import { Draw } from './draw.js';

/**
 * Synthetic OTLP with the shapes of the OpenTelemetry demo: 16 services in several languages, requests that pass through up to nine of
 * them, resources of 14 to 20 attributes, long statements, user agents and pod names, and log records that belong to spans.
 */
export interface DemoOptions {
  readonly seed: number;
  readonly nowNs: bigint;
}

/** The bytes before the four of each trace ID that a sender replaces, so that a request that is sent again has other traces. */
export const TRACE_ID_MARK = Buffer.from('demo', 'latin1');

/** Maximum distance of items before `nowNs`. */
export const DEMO_SPREAD_NS = 2_000_000_000n;

interface Service {
  readonly language: string;
  /** The services that it calls, all of them each time. */
  readonly calls: readonly string[];
}

const SERVICES: Readonly<Record<string, Service>> = {
  'load-generator': { language: 'python', calls: ['frontend-proxy'] },
  'frontend-proxy': { language: 'cpp', calls: ['frontend'] },
  frontend: { language: 'nodejs', calls: ['product-catalog', 'cart', 'recommendation', 'ad', 'checkout'] },
  checkout: { language: 'go', calls: ['cart', 'product-catalog', 'currency', 'shipping', 'payment', 'email', 'kafka'] },
  kafka: { language: 'java', calls: ['accounting', 'fraud-detection'] },
  accounting: { language: 'dotnet', calls: ['postgresql'] },
  'fraud-detection': { language: 'java', calls: ['flagd'] },
  cart: { language: 'dotnet', calls: ['valkey', 'flagd'] },
  recommendation: { language: 'python', calls: ['product-catalog', 'flagd'] },
  'product-catalog': { language: 'go', calls: ['postgresql'] },
  shipping: { language: 'rust', calls: ['quote'] },
  quote: { language: 'php', calls: [] },
  ad: { language: 'java', calls: ['flagd'] },
  currency: { language: 'cpp', calls: [] },
  payment: { language: 'nodejs', calls: ['flagd'] },
  email: { language: 'ruby', calls: [] },
};
const NAMES = Object.keys(SERVICES);

const USER_AGENT =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/141.0.7390.37 Safari/537.36';
const STATEMENT =
  'SELECT p.id, p.name, p.description, p.picture, p.price_currency_code, p.price_units, p.price_nanos, p.categories FROM catalog.products p ' +
  'WHERE (LOWER(p.name) LIKE LOWER($1) OR LOWER(p.description) LIKE LOWER($1)) AND p.deleted_at IS NULL ORDER BY p.id LIMIT $2';

/** A span or a log record, and the service it comes from. */
interface DemoItem {
  readonly service: string;
  readonly item: object;
}

/** One request with the spans of `traces` requests to the shop, about 45 each. */
export function demoTraces(options: DemoOptions & { readonly traces: number }): Buffer {
  const draw = new Draw(options.seed);
  const spans: DemoItem[] = [];
  for (let i = 0; i < options.traces; i++) addTrace(spans, draw, options.nowNs);
  const resourceSpans = byService(spans).map(([service, own]) => ({
    resource: { attributes: resourceAttributes(service) },
    scopeSpans: [{ scope: { name: `@opentelemetry/instrumentation-${service}`, version: '0.205.0' }, spans: own }],
  }));
  return Buffer.from(transcodeJson('traces', Buffer.from(JSON.stringify({ resourceSpans }))));
}

/** One request with `records` log records. */
export function demoLogs(options: DemoOptions & { readonly records: number }): Buffer {
  const draw = new Draw(options.seed);
  const records = Array.from({ length: options.records }, () => ({
    service: draw.of(NAMES),
    item: logRecord(draw, options.nowNs),
  }));
  const resourceLogs = byService(records).map(([service, own]) => ({
    resource: { attributes: resourceAttributes(service) },
    scopeLogs: [{ scope: { name: service }, logRecords: own }],
  }));
  return Buffer.from(transcodeJson('logs', Buffer.from(JSON.stringify({ resourceLogs }))));
}

function byService(items: readonly DemoItem[]): [string, object[]][] {
  const groups = new Map<string, object[]>();
  for (const { service, item } of items) groups.set(service, [...(groups.get(service) ?? []), item]);
  return [...groups];
}

function addTrace(spans: DemoItem[], draw: Draw, nowNs: bigint): void {
  const traceId = newTraceId(draw);
  const start = nowNs - BigInt(draw.below(1_500_000)) * 1000n - 500_000_000n;
  call('load-generator', '', start, 400_000_000);

  /** The server's span of a call, its own work, and a client's span for each call that it makes. */
  function call(service: string, parentSpanId: string, startNs: bigint, durationNs: number): void {
    const server = add(service, parentSpanId, 2, startNs, durationNs, serverAttributes(draw, service));
    const calls = SERVICES[service]?.calls ?? [];
    const share = Math.floor((durationNs * 0.9) / Math.max(1, calls.length));
    calls.forEach((called, place) => {
      const at = startNs + BigInt(Math.floor(durationNs * 0.05) + place * share);
      const attributes = clientAttributes(draw, called);
      const client = add(service, server, called === 'kafka' ? 4 : 3, at, share, attributes);
      if (SERVICES[called]) call(called, client, at + BigInt(Math.floor(share * 0.05)), Math.floor(share * 0.9));
    });
  }

  function add(service: string, parentSpanId: string, kind: number, at: bigint, ns: number, attributes: Attribute[]) {
    const spanId = draw.hex(8);
    const failed = draw.below(200) === 0;
    const span = {
      traceId,
      spanId,
      ...(parentSpanId && { parentSpanId }),
      name: `oteldemo.${service}/Handle`,
      kind,
      startTimeUnixNano: String(at),
      endTimeUnixNano: String(at + BigInt(ns)),
      attributes,
      status: failed ? { code: 2, message: 'upstream connect error or disconnect/reset before headers' } : {},
      flags: 257,
    };
    spans.push({ service, item: span });
    return spanId;
  }
}

function newTraceId(draw: Draw): string {
  return `${TRACE_ID_MARK.toString('hex')}00000000${draw.hex(8)}`;
}

function serverAttributes(draw: Draw, service: string): Attribute[] {
  return [
    text('rpc.system', 'grpc'),
    text('rpc.service', `oteldemo.${service}`),
    text('rpc.method', 'Handle'),
    int('rpc.grpc.status_code', 0),
    text('network.peer.address', `10.244.${draw.below(8)}.${draw.below(250)}`),
    int('network.peer.port', 30_000 + draw.below(30_000)),
    text('url.full', `http://frontend-proxy:8080/api/products/${draw.hex(4)}?currencyCode=USD&session=${draw.hex(8)}`),
    text('user_agent.original', USER_AGENT),
    text('session.id', `${draw.hex(4)}-${draw.hex(2)}-4${draw.hex(2).slice(1)}-${draw.hex(2)}-${draw.hex(6)}`),
    text('app.user.id', `user-${draw.below(50_000)}`),
  ];
}

function clientAttributes(draw: Draw, called: string): Attribute[] {
  const address = [text('server.address', `${called}.otel-demo.svc.cluster.local`), int('server.port', 8080)];
  if (called === 'postgresql' || called === 'valkey')
    return [
      ...address,
      text('db.system', called),
      text('db.statement', called === 'postgresql' ? STATEMENT : `HMSET ${draw.hex(16)}`),
      int('db.response.rows', draw.below(20)),
    ];
  if (called === 'kafka')
    return [
      text('messaging.system', 'kafka'),
      text('messaging.destination.name', 'orders'),
      int('messaging.kafka.message.offset', draw.below(1_000_000)),
    ];
  return [
    ...address,
    text('rpc.system', 'grpc'),
    text('rpc.service', `oteldemo.${called}`),
    text('rpc.method', 'Handle'),
  ];
}

const MESSAGES: readonly ((draw: Draw) => string)[] = [
  (draw) => `GetCartAsync called with userId=${draw.hex(16)}`,
  (draw) =>
    `Charge request received. {"amount":{"currencyCode":"USD","units":${draw.below(900)},"nanos":${draw.below(1e9)}}}`,
  (draw) => `Targeted ad request received for [${draw.of(['binoculars', 'telescopes', 'travel', 'books'])}]`,
  (draw) => `Order confirmation email sent to: user-${draw.below(50_000)}@example.com`,
  (draw) => `order placed: order_id=${draw.hex(16)} items=${draw.below(10)} total=${draw.below(100_000) / 100}`,
  (draw) => `Sending Quote: $${draw.below(50_000) / 100} for ${draw.below(10)} items`,
];

function logRecord(draw: Draw, nowNs: bigint): object {
  const time = nowNs - BigInt(draw.below(2_000_000)) * 1000n;
  const [severityNumber, severityText] =
    draw.below(50) === 0 ? [17, 'ERROR'] : draw.below(20) === 0 ? [13, 'WARN'] : [9, 'INFO'];
  return {
    timeUnixNano: String(time),
    observedTimeUnixNano: String(time),
    severityNumber,
    severityText,
    body: { stringValue: draw.of(MESSAGES)(draw) },
    attributes: [
      text('logger.name', 'oteldemo.Service'),
      text('code.function.name', draw.of(['placeOrder', 'getCart', 'charge', 'getAds', 'sendEmail'])),
      int('thread.id', draw.below(64)),
      text('session.id', draw.hex(16)),
    ],
    traceId: newTraceId(draw),
    spanId: draw.hex(8),
    flags: 1,
  };
}

function resourceAttributes(service: string): Attribute[] {
  const language = SERVICES[service]?.language ?? '';
  return [
    text('service.name', service),
    text('service.namespace', 'opentelemetry-demo'),
    text('service.version', '2.1.3'),
    text('service.instance.id', `9b1f7e60-${service}`),
    text('deployment.environment.name', 'demo'),
    text('telemetry.sdk.name', 'opentelemetry'),
    text('telemetry.sdk.language', language),
    text('telemetry.sdk.version', '2.1.0'),
    text('host.name', `${service}-6c8f7b9d54-x7k2p`),
    text('os.type', 'linux'),
    text('os.description', 'Alpine Linux v3.22 (Linux 6.8.0-85-generic x86_64)'),
    text('k8s.namespace.name', 'otel-demo'),
    text('k8s.node.name', 'gke-demo-default-pool-3b5a2c1f-9qkd'),
    text('k8s.deployment.name', service),
    text('k8s.pod.name', `${service}-6c8f7b9d54-x7k2p`),
    text('k8s.pod.uid', '1f0a2a3e-52b4-4f2f-9a55-1f7fb7be2b8e'),
    text('k8s.pod.ip', '10.244.1.37'),
    text('container.id', '4c3bb9f2b1f84d7d9f9b4a3c7a0e1d52f6b5c0a9871e2d3f4a5b6c7d8e9f0a1b'),
  ];
}
