import type { ProjectReader } from '@svc/reading/project-reader';
import { compileSearch } from '@svc/reading/search-language';
import type { Scope } from '@svc/reading/statement';
import { ServiceError, invalidField } from '@svc/service-error';
import {
  isDeltaLevel,
  METRIC_FIELDS,
  toMetricType,
  type AggregatedPoint,
  type MetricFigure,
  type MetricsRepository,
} from '../../telemetry/index.js';
import { toLabels, type MeasuredResult } from './measure-records.js';
import type { Question } from './question.js';
import { wholeRange, windowRange, type Windows } from './windows.js';

/** Statements of one measurement: windows that overlap are read in several passes, and windows with gaps one by one. */
const MAX_PASSES = 60;

/** Measures a metric in the same way as the read interface. An unknown metric has no series. */
export async function measureMetric(
  question: Question,
  metrics: MetricsRepository,
  reader: ProjectReader,
): Promise<MeasuredResult> {
  const { scope } = reader;
  const figure = toMetricFigure(question);
  const filter = compileSearch(question.filter, METRIC_FIELDS, scope);
  const metric = await metrics.find(question.metric, reader);
  if (!metric) return { series: [], truncated: false };
  const type = toMetricType(metric.metric_type);
  refuseUnfit(figure, type);
  const selection = {
    scope,
    filter,
    type,
    service: [],
    environment: [],
    name: question.metric,
    groupBy: question.groupBy.map((name) => SPELLINGS.get(name) ?? name),
    hasDeltaLevels: isDeltaLevel(metric),
  };
  const found = new Map<string, Series>();
  for (const { range, interval, slots } of toPasses(question.windows)) {
    const points = await metrics.aggregate({ ...selection, range, interval, origin: range.from }, figure, reader);
    for (const point of points) collect(found, point, slots(point.bucket), question.windows);
  }
  const series = [...found.values()].sort((a, b) => (a.total === b.total ? 0 : a.total > b.total ? -1 : 1));
  return {
    series: series.slice(0, question.maxGroups).map(({ labels, values, samples }) => ({
      values,
      samples,
      labels: toLabels(question.groupBy, labels),
    })),
    truncated: series.length > question.maxGroups,
  };
}

/** @throws ServiceError invalid_request for errors that do not depend on the metric. */
export function checkMetric(question: Question, scope: Scope): void {
  toMetricFigure(question);
  compileSearch(question.filter, METRIC_FIELDS, scope);
}

interface Series {
  readonly labels: readonly string[];
  readonly values: number[];
  readonly samples: bigint[];
  total: bigint;
}

function collect(found: Map<string, Series>, point: AggregatedPoint, slot: number, { count }: Windows): void {
  const key = JSON.stringify(point.labels);
  const series = found.get(key) ?? {
    labels: point.labels,
    values: new Array<number>(count).fill(Number.NaN),
    samples: new Array<bigint>(count).fill(0n),
    total: 0n,
  };
  found.set(key, series);
  series.values[slot] = point.value;
  series.samples[slot] = point.samples ?? 0n;
  series.total += point.samples ?? 0n;
}

interface Pass {
  readonly range: { readonly from: bigint; readonly to: bigint };
  readonly interval: bigint;
  /** The window whose bucket starts at a time. */
  readonly slots: (bucket: bigint) => number;
}

/** A statement reads adjacent windows. */
function toPasses(windows: Windows): Pass[] {
  const { width, step, count } = windows;
  const apart = width / step;
  if (width % step !== 0n) {
    if (count > MAX_PASSES) throw new ServiceError('query_too_expensive');
    return Array.from({ length: count }, (_, nth) => ({
      range: windowRange(windows, nth),
      interval: width,
      slots: () => nth,
    }));
  }
  if (apart > MAX_PASSES) throw new ServiceError('query_too_expensive');
  const { to } = wholeRange(windows);
  return Array.from({ length: Math.min(Number(apart), count) }, (_, first) => {
    const { from } = windowRange(windows, first);
    const adjacent = (to - from) / width;
    return {
      range: { from, to: from + adjacent * width },
      interval: width,
      slots: (bucket: bigint) => first + Number((bucket - from) / width) * Number(apart),
    };
  });
}

/** A rate is per second, a count that of the points or observations. */
function toMetricFigure({ aggregate, field }: Question): MetricFigure {
  if (field !== '') throw invalidField('query.field', 'is not allowed for a metric');
  if (aggregate === 'error_ratio' || aggregate === 'unique')
    throw invalidField('aggregate', 'is not supported for metrics');
  return aggregate;
}

function refuseUnfit(figure: MetricFigure, type: ReturnType<typeof toMetricType>): void {
  const hasNumbers = type === 'gauge' || type === 'sum';
  if (figure === 'rate' && type === 'gauge') throw invalidField('aggregate', 'must not be rate for a gauge');
  if (figure === 'last' && !hasNumbers) throw invalidField('aggregate', 'must not be last for a histogram');
}

/** Other spellings of the labels that come from the resource, as in the search language. */
const SPELLINGS: ReadonlyMap<string, string> = new Map([
  ['service', 'service_name'],
  ['service.name', 'service_name'],
  ['env', 'environment'],
  ['deployment.environment', 'environment'],
  ['deployment.environment.name', 'environment'],
]);
