import type { CallFact, CallFigures, Entity, RequestBucket } from '@svc/investigations';
import { sql, stringParams, type Sql } from '@svc/reading/statement';
import { fromMilliseconds, toMilliseconds, type TimeRange } from '@svc/reading/time';
import {
  SPAN_METRICS,
  type AggregatedPoint,
  type MetricsRepository,
  type MetricType,
  toMetricType,
} from '../../../telemetry/index.js';
import { hullOf, toRange, type FactReader } from '../reading/fact-reader.js';

/** The names of all metrics about spans contain it. */
const COMMON = 'traces';

/** Spans that are requests to their service; senders that leave the kind out send requests only. */
const REQUEST_KINDS = ['', 'SPAN_KIND_SERVER', 'SPAN_KIND_CONSUMER', 'server', 'consumer'];
const IS_REQUEST = sql`has(${stringParams(REQUEST_KINDS)}, if(attributes['span.kind'] != '', attributes['span.kind'], attributes['span_kind']))`;

interface KnownMetric {
  readonly name: string;
  readonly type: MetricType;
  readonly unit: string;
}

/** The metrics of a project about requests. */
export class RequestMetrics {
  constructor(
    private readonly metrics: MetricsRepository,
    private readonly reader: FactReader,
  ) {}

  /** Requests by the names of their services, of services for which `isKnown` is false. */
  async requests(isKnown: (service: string) => boolean): Promise<RequestBucket[]> {
    const known = await this.#known();
    const calls = firstOf(SPAN_METRICS.calls, known);
    if (!calls) return [];
    const range = hullOf(this.reader.parameters);
    const interval = fromMilliseconds(this.reader.parameters.bucketMs);
    const read = (metric: KnownMetric, figure: 'increase' | 'avg', groupBy: readonly string[]) =>
      this.#aggregate(metric, figure, { range, interval, groupBy, filter: IS_REQUEST });
    const counted = await read(calls, 'increase', ['service_name', 'status.code', 'status_code']);
    const durations = firstOf(SPAN_METRICS.durations, known);
    const latency = durations ? await read(durations, 'avg', ['service_name']) : [];
    const unit = durations?.unit === 's' || durations?.name.endsWith('_seconds') ? 1_000 : 1;
    return toBuckets(counted, latency, unit).filter(({ service }) => !isKnown(service));
  }

  /** Calls between services, with their numbers only. */
  async calls(): Promise<CallFact[]> {
    const known = await this.#known();
    const graph = firstOf(SPAN_METRICS.graph, known);
    if (!graph) return [];
    const failed = firstOf(SPAN_METRICS.graphFailed, known);
    const { abnormal, normal } = this.reader.parameters;
    const last = normal.at(-1);
    const side = async (range: TimeRange | undefined) => {
      if (!range || range.to <= range.from) return new Map<string, CallFigures>();
      const options = { range, interval: range.to - range.from, groupBy: ['client', 'server', 'connection_type'] };
      const total = await this.#aggregate(graph, 'increase', options);
      return toFigures(total, failed ? await this.#aggregate(failed, 'increase', options) : []);
    };
    const [before, during] = [await side(last && toRange(last)), await side(toRange(abnormal))];
    return [...new Set([...before.keys(), ...during.keys()])].flatMap((key): CallFact[] => {
      const [client = '', server = '', type = ''] = JSON.parse(key) as string[];
      if (client === '' || server === '') return [];
      const sides = { normal: before.get(key) ?? NO_CALLS, abnormal: during.get(key) ?? NO_CALLS };
      return [{ caller: client, callee: { type: ENTITY_TYPES[type] ?? 'service', name: server }, sides }];
    });
  }

  async #known(): Promise<readonly KnownMetric[]> {
    const { from } = hullOf(this.reader.parameters);
    const rows = await this.metrics.list(from, COMMON, this.reader);
    return rows.map(({ name, metric_type, metric_unit }) => ({
      name,
      type: toMetricType(metric_type),
      unit: metric_unit,
    }));
  }

  #aggregate(
    { name, type }: KnownMetric,
    figure: 'increase' | 'avg',
    options: { range: TimeRange; interval: bigint; groupBy: readonly string[]; filter?: Sql },
  ): Promise<AggregatedPoint[]> {
    const { scope, environments: environment } = this.reader;
    const selection = { scope, name, type, service: [], environment, origin: options.range.from, ...options };
    return this.metrics.aggregate(selection, figure, this.reader);
  }
}

const NO_MOMENTS = { count: 0, mean: 0, variance: 0 };
const NO_CALLS: CallFigures = { calls: 0, errors: 0, duration: NO_MOMENTS, wireMs: NO_MOMENTS };

/** Connection types of the service graph connector. */
const ENTITY_TYPES: Readonly<Record<string, Entity['type']>> = {
  database: 'database',
  messaging_system: 'queue',
  virtual_node: 'external',
};

function firstOf(names: readonly string[], known: readonly KnownMetric[]): KnownMetric | undefined {
  return names.map((name) => known.find((metric) => metric.name === name)).find((metric) => metric !== undefined);
}

function toBuckets(
  counted: readonly AggregatedPoint[],
  latency: readonly AggregatedPoint[],
  msPerUnit: number,
): RequestBucket[] {
  const toKey = ({ labels, bucket }: AggregatedPoint): string => `${labels[0]}\n${bucket}`;
  const byKey = new Map(latency.map((point) => [toKey(point), point.value * msPerUnit]));
  return [...Map.groupBy(counted, toKey)].flatMap(([key, points]): RequestBucket[] => {
    const [first] = points;
    const service = first?.labels[0];
    if (!first || !service) return [];
    const isError = ({ labels }: AggregatedPoint): boolean => labels.slice(1).some((label) => label.includes('ERROR'));
    const latencyMs = byKey.get(key);
    return [
      {
        service,
        start: toMilliseconds(first.bucket),
        requests: points.reduce((sum, { value }) => sum + value, 0),
        errors: points.filter(isError).reduce((sum, { value }) => sum + value, 0),
        ...(latencyMs !== undefined && { latencyMs }),
      },
    ];
  });
}

function toFigures(total: readonly AggregatedPoint[], failed: readonly AggregatedPoint[]): Map<string, CallFigures> {
  const errors = new Map(failed.map(({ labels, value }) => [JSON.stringify(labels), value]));
  return new Map(
    total.map(({ labels, value }) => {
      const key = JSON.stringify(labels);
      return [key, { calls: value, errors: errors.get(key) ?? 0, duration: NO_MOMENTS, wireMs: NO_MOMENTS }];
    }),
  );
}
