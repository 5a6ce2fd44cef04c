import { transcodeJson, type Signal } from '@svc/otlp';
import { double, flag, int, text } from './attributes.js';
import { Draw } from './draw.js';

/**
 * Synthetic OTLP, equal on every run: 10 services with 14 resource attributes each; spans with 12 attributes (string, int, bool,
 * double), 10 to a trace, 3 % failed with an exception event and its stack, 3 % with a link; logs with 6 attributes and bodies of
 * about 70 bytes; gauges, sums and histograms of 14 bounds with 4 attributes.
 */
export interface PayloadOptions {
  readonly rows: number;
  /** Requests of different seeds differ in their values. */
  readonly seed: number;
  /** The time around which the items lie. */
  readonly nowNs: bigint;
  readonly failures?: Failures;
}

/** Which spans have an event like that of an exception. */
export interface Failures {
  /** Share of all spans, 0 to 100. */
  readonly percent: number;
  /** Name of the event; it counts as an error only if it is `exception`. */
  readonly eventName: string;
  /** Whether each message is another one, as with IDs in it. */
  readonly areVaried: boolean;
}

const FAILURES: Failures = { percent: 3, eventName: 'exception', areVaried: false };

/** A request in OTLP/JSON. */
export function jsonPayload(signal: Signal, options: PayloadOptions): Buffer {
  return Buffer.from(JSON.stringify(MAKERS[signal](new Draw(options.seed), options)));
}

/** Converts the JSON request to protobuf. */
export function protobufPayload(signal: Signal, options: PayloadOptions): Buffer {
  return Buffer.from(transcodeJson(signal, jsonPayload(signal, options)));
}

const SERVICES = ['checkout', 'cart', 'payment', 'catalog', 'search', 'shipping', 'email', 'frontend', 'quote', 'ads'];
const ROUTES = ['/', '/cart', '/cart/{id}', '/checkout', '/products', '/products/{id}', '/search', '/orders/{id}'];
const METHODS = ['GET', 'POST', 'PUT', 'DELETE'];
const USER_AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const SPANS_PER_TRACE = 10;
const HISTOGRAM_BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];
const STACK = Array.from(
  { length: 12 },
  (_, i) => `    at handler${i} (/srv/app/dist/routes/handler${i}.js:${i + 10}:15)`,
);

function resource(service: string): object {
  const attributes = [
    text('service.name', service),
    text('service.namespace', 'shop'),
    text('service.version', '2.14.3'),
    text('service.instance.id', `${service}-7d9c5b8f6d-x2x4q`),
    text('deployment.environment.name', 'production'),
    text('telemetry.sdk.name', 'opentelemetry'),
    text('telemetry.sdk.language', 'nodejs'),
    text('telemetry.sdk.version', '3.1.0'),
    text('host.name', 'node-pool-a-4f6c'),
    text('os.type', 'linux'),
    text('process.runtime.name', 'nodejs'),
    int('process.pid', 17),
    text('k8s.namespace.name', 'shop'),
    text('k8s.pod.name', `${service}-7d9c5b8f6d-x2x4q`),
  ];
  return { attributes };
}

/** Spreads the rows over the ten services. */
function perService(rows: number, make: (service: string, count: number) => object): object[] {
  return SERVICES.map((service, index) => make(service, Math.floor((rows + index) / SERVICES.length)));
}

const scope = { name: '@opentelemetry/instrumentation-http', version: '0.301.0' };

const MAKERS: Readonly<Record<Signal, (draw: Draw, options: PayloadOptions) => object>> = {
  traces: (draw, { rows, nowNs, failures = FAILURES }) => ({
    resourceSpans: perService(rows, (service, count) => ({
      resource: resource(service),
      scopeSpans: [{ scope, spans: makeSpans(draw, count, nowNs, failures) }],
    })),
  }),
  logs: (draw, { rows, nowNs }) => ({
    resourceLogs: perService(rows, (service, count) => ({
      resource: resource(service),
      scopeLogs: [{ scope, logRecords: Array.from({ length: count }, () => makeLog(draw, nowNs)) }],
    })),
  }),
  metrics: (draw, { rows, nowNs }) => ({
    resourceMetrics: perService(rows, (service, count) => ({
      resource: resource(service),
      scopeMetrics: [{ scope, metrics: makeMetrics(draw, count, nowNs) }],
    })),
  }),
};

/** The spans of a trace start within a second, and each is the child of an earlier one. */
interface Trace {
  readonly traceId: string;
  readonly startNs: bigint;
  readonly spanIds: string[];
}

function makeSpans(draw: Draw, count: number, nowNs: bigint, failures: Failures): object[] {
  let trace: Trace | undefined;
  return Array.from({ length: count }, (_, index) => {
    if (!trace || index % SPANS_PER_TRACE === 0) {
      const startNs = nowNs - BigInt(draw.below(60_000_000)) * 1000n;
      trace = { traceId: draw.hex(16), startNs, spanIds: [] };
    }
    return makeSpan(draw, trace, failures);
  });
}

function makeSpan(draw: Draw, { traceId, startNs, spanIds }: Trace, failures: Failures): object {
  const isRoot = spanIds.length === 0;
  const parent = isRoot ? {} : { parentSpanId: draw.of(spanIds) };
  const spanId = draw.hex(8);
  spanIds.push(spanId);
  const route = draw.of(ROUTES);
  const method = draw.of(METHODS);
  const failed = draw.below(100) < failures.percent;
  const start = startNs + BigInt(isRoot ? 0 : draw.below(1_000_000)) * 1000n;
  const end = start + BigInt(draw.below(2_000_000)) * 100n;
  const attributes = [
    text('http.request.method', method),
    text('http.route', route),
    text('url.full', `https://shop.example.com${route}?page=${draw.below(100_000)}`),
    text('url.scheme', 'https'),
    text('server.address', 'shop.example.com'),
    int('server.port', 443),
    int('http.response.status_code', failed ? 500 : 200),
    text('network.protocol.version', '1.1'),
    text('user_agent.original', USER_AGENT),
    text('user.id', `user-${draw.below(50_000)}`),
    flag('app.cache_hit', draw.below(2) === 1),
    double('app.score', draw.below(10_000) / 100),
  ];
  const about = failures.areVaried ? ` of order ${spanId}` : '';
  const exception = {
    timeUnixNano: String(end),
    name: failures.eventName,
    attributes: [
      text('exception.type', 'TypeError'),
      text('exception.message', `Cannot read properties of undefined (reading 'total')${about}`),
      text('exception.stacktrace', [`TypeError: Cannot read properties of undefined${about}`, ...STACK].join('\n')),
    ],
  };
  return {
    traceId,
    spanId,
    ...parent,
    name: `${method} ${route}`,
    kind: isRoot ? 2 : 3,
    startTimeUnixNano: String(start),
    endTimeUnixNano: String(end),
    attributes,
    ...(failed && { events: [exception] }),
    ...(draw.below(100) < 3 && { links: [{ traceId: draw.hex(16), spanId: draw.hex(8) }] }),
    status: { code: failed ? 2 : 0 },
    flags: 257,
  };
}

const LEVELS = [
  [9, 'INFO'],
  [9, 'INFO'],
  [9, 'INFO'],
  [5, 'DEBUG'],
  [13, 'WARN'],
  [17, 'ERROR'],
] as const;

function makeLog(draw: Draw, nowNs: bigint): object {
  const [severityNumber, severityText] = draw.of(LEVELS);
  const time = nowNs - BigInt(draw.below(60_000_000)) * 1000n;
  const order = draw.below(1_000_000);
  return {
    timeUnixNano: String(time),
    observedTimeUnixNano: String(time + 1_000_000n),
    severityNumber,
    severityText,
    body: {
      stringValue: `order ${order} accepted for user-${draw.below(50_000)}, ${draw.below(12)} items in the cart`,
    },
    attributes: [
      text('code.function.name', 'com.example.shop.orders.OrderService.accept'),
      text('http.route', draw.of(ROUTES)),
      int('order.id', order),
      double('order.total', draw.below(100_000) / 100),
      text('thread.name', `http-nio-8080-exec-${draw.below(8)}`),
      flag('order.express', draw.below(5) === 0),
    ],
    traceId: draw.hex(16),
    spanId: draw.hex(8),
    flags: 1,
  };
}

const POINTS_PER_METRIC = 10;

/** A third of the metrics each: gauges, sums, histograms. */
function makeMetrics(draw: Draw, points: number, nowNs: bigint): object[] {
  const metrics = Math.ceil(points / POINTS_PER_METRIC);
  return Array.from({ length: metrics }, (_, index) => {
    const count = Math.min(POINTS_PER_METRIC, points - index * POINTS_PER_METRIC);
    const dataPoints = (make: (common: object) => object) =>
      Array.from({ length: count }, (_point, place) => make(commonPoint(draw, place, nowNs)));
    const total = (common: object) => ({ ...common, asInt: String(draw.below(1_000_000)) });
    const level = (common: object) => ({ ...common, asDouble: draw.below(1_000_000) / 1000 });
    const monotonic = { aggregationTemporality: 2, isMonotonic: true };
    if (index % 3 === 0)
      return { name: `app.pool.usage.${index}`, unit: '{connection}', gauge: { dataPoints: dataPoints(level) } };
    if (index % 3 === 1)
      return { name: `app.requests.${index}`, unit: '{request}', sum: { dataPoints: dataPoints(total), ...monotonic } };
    const histogram = { dataPoints: dataPoints((common) => distribution(draw, common)), aggregationTemporality: 2 };
    return { name: `http.server.request.duration.${index}`, unit: 's', histogram };
  });
}

function commonPoint(draw: Draw, place: number, nowNs: bigint): object {
  return {
    startTimeUnixNano: String(nowNs - 3_600_000_000_000n),
    timeUnixNano: String(nowNs - BigInt(draw.below(60_000)) * 1_000_000n),
    attributes: [
      text('http.request.method', METHODS[place % METHODS.length] as string),
      text('http.route', ROUTES[place % ROUTES.length] as string),
      int('http.response.status_code', place % 5 === 0 ? 500 : 200),
      text('server.address', 'shop.example.com'),
    ],
  };
}

function distribution(draw: Draw, common: object): object {
  const counts = Array.from({ length: HISTOGRAM_BOUNDS.length + 1 }, () => draw.below(500));
  return {
    ...common,
    count: String(counts.reduce((sum, count) => sum + count, 0)),
    sum: draw.below(1_000_000) / 1000,
    bucketCounts: counts.map(String),
    explicitBounds: HISTOGRAM_BOUNDS,
    min: 0.001,
    max: 9.5,
  };
}
