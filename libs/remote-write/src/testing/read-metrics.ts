import { decodeRequest } from '@svc/otlp/testing';

type Json = Readonly<Record<string, unknown>>;
interface Pair {
  readonly key: string;
  readonly value: { readonly stringValue: string };
}

/** One data point of a translation with its metric and resource; fields that are absent or empty are left out. */
export interface ReadPoint extends Json {
  readonly name: string;
  readonly kind: string;
  readonly resource?: Json;
  readonly attributes?: Json;
}

const KINDS = ['gauge', 'sum', 'histogram', 'exponentialHistogram'];

/** Reads the points of a request of OTLP in their order. */
export function readPoints(body: Uint8Array): ReadPoint[] {
  const { resourceMetrics } = decodeRequest('metrics', body) as { resourceMetrics: Json[] };
  return resourceMetrics.flatMap((group) => {
    const { attributes = [] } = (group['resource'] ?? {}) as { attributes?: Pair[] };
    const metrics = (group['scopeMetrics'] as Json[]).flatMap((scope) => scope['metrics'] as Json[]);
    return metrics.flatMap((metric) =>
      readMetric(metric).map((point) => compact({ resource: toObject(attributes), ...point })),
    );
  });
}

function readMetric(metric: Json): ReadPoint[] {
  const kind = KINDS.find((name) => metric[name] !== undefined) ?? 'none';
  const { dataPoints, ...data } = metric[kind] as { dataPoints: Json[] };
  const { name, unit, description } = metric;
  return dataPoints.map(({ attributes, ...point }) => {
    return {
      name: String(name),
      unit,
      description,
      kind,
      ...data,
      ...point,
      attributes: toObject(attributes as Pair[]),
    };
  });
}

function toObject(pairs: readonly Pair[]): Json {
  return Object.fromEntries(pairs.map(({ key, value }) => [key, value.stringValue]));
}

function compact(point: ReadPoint): ReadPoint {
  const isEmpty = (value: unknown): boolean =>
    value === undefined ||
    value === '' ||
    (typeof value === 'object' && value !== null && Object.keys(value).length === 0);
  return Object.fromEntries(Object.entries(point).filter(([, value]) => !isEmpty(value))) as unknown as ReadPoint;
}
