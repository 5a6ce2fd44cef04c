import { absentEvidence, toEvidence, type EvidenceSource } from '../evidence/evidence.js';
import { metricPath, metricsPath } from '../evidence/links.js';
import type { FactParameters } from '../facts/facts.js';
import type { Entity, Evidence } from '../model.js';
import { metricChanges, type MetricChange } from '../signals/metric-changes.js';
import { formatQuantity } from '../signals/quantities.js';
import { entityKey, EVIDENT_STRENGTH, service, type Signal } from '../signals/signal.js';
import { formatMs, formatTime, MAX_NAME, nameOf } from '../signals/texts.js';
import { MAX_ENTITIES, type Check } from './check.js';

/** The most series of one service that are evidence: they often measure the same in several ways. */
const MAX_OF_SERVICE = 3;

/** Gauges and counters of the services that are looked at: memory, pools, the lag of queues, days of certificates, restarts, series. */
export const METRICS: Check<'metrics'> = {
  name: 'metrics',
  reading: 'metrics',
  kinds: ['metric'],
  scopes: ['metrics:read'],
  text: 'Looks for metrics whose values differ from normal',
  interpret({ series, compared }, parameters, source) {
    const changes = metricChanges(series, parameters);
    const evident = [...Map.groupBy(changes, ({ series: { service: name } }) => name).values()]
      .flatMap((own) => own.filter(({ strength }) => strength >= EVIDENT_STRENGTH).slice(0, MAX_OF_SERVICE))
      .sort((a, b) => Number(b.isUsedUp) - Number(a.isUsedUp) || b.strength - a.strength)
      .slice(0, MAX_ENTITIES);
    const signals = signalsOf(changes, parameters);
    if (evident.length > 0)
      return { signals, evidence: evident.map((change) => evidenceOf(change, parameters, source)) };
    const names = parameters.services.slice(0, 5).map(nameOf).join(', ') || 'the project';
    const title =
      compared === 0
        ? `There are no gauges and counters of ${names} in both windows`
        : `No metric of ${names} differs clearly from normal (${compared} series compared)`;
    return { signals, evidence: [absentEvidence('metric', title, metricsPath(), source)] };
  },
};

/** One signal of each service: series of a service are seldom independent. It has no onset, as other metrics may lag behind their cause. */
function signalsOf(changes: readonly MetricChange[], { bucketMs }: FactParameters): Signal[] {
  const named = changes.filter(({ series, isExplosion }) => series.service !== '' || isExplosion);
  const keyOf = ({ series }: MetricChange): string => entityKey(entityOf(series));
  return [...Map.groupBy(named, keyOf).values()].flatMap(([first]): Signal[] =>
    first
      ? [
          {
            name: first.isUsedUp ? 'metric_limit' : first.isExplosion ? 'metric_series' : 'metric',
            kind: 'metric',
            entity: entityOf(first.series),
            strength: first.strength,
            // Values of attributes can be IDs of persons, so only the evidence has them.
            text: textOf(first, first.series.metric, bucketMs),
            rows: [],
          },
        ]
      : [],
  );
}

/** The service that a metric speaks about, or the metric if its sender names none. */
function entityOf({ service: name, metric }: MetricChange['series']): Entity {
  return name === '' ? { type: 'metric', name: metric } : service(name);
}

function evidenceOf(change: MetricChange, parameters: FactParameters, source: EvidenceSource): Evidence {
  const { series, strength, at, normal, abnormal, isUsedUp } = change;
  const { metric, service: name, unit, figure, attributes } = series;
  const labels = labelsOf(change);
  return toEvidence(
    {
      kind: 'metric',
      about: `metric ${name} ${metric} ${labels} ${figure}`,
      title: `${name === '' ? '' : `${nameOf(name)}: `}${textOf(change, `${nameOf(metric)}${shortLabelsOf(change)}`, parameters.bucketMs)}${isUsedUp ? '' : `, from ${formatTime(at)}`}`,
      finding: 'present',
      entities: [...(name === '' ? [] : [service(name)]), { type: 'metric', name: metric }],
      rows: [
        {
          metric,
          service: name,
          attributes: labels,
          figure,
          unit,
          normal,
          abnormal,
          strength,
          at: new Date(at).toISOString(),
          used_up: isUsedUp,
        },
      ],
      path: metricPath(parameters, metric, name, Object.keys(attributes)),
    },
    source,
  );
}

/** The difference, as the second half of a sentence that begins with the service. */
function textOf({ series, normal, abnormal, at, isUsedUp }: MetricChange, metric: string, bucketMs: number): string {
  const name = nameOf(metric);
  const [before, during] = [normal, abnormal].map((value) => formatQuantity(value, series.unit));
  if (isUsedUp) return `${name} fell from ${before} without ever rising, and reached zero at ${formatTime(at)}`;
  if (series.figure === 'series') return `${name} has ${Math.round(abnormal)} series instead of ${Math.round(normal)}`;
  if (series.figure === 'increase') return `${name} grows by ${during} in ${formatMs(bucketMs)} instead of ${before}`;
  return `${name} is ${during} instead of ${before}`;
}

/** The attributes that fit into a sentence, none of them cut: an erasure looks for whole IDs. */
function shortLabelsOf(change: MetricChange): string {
  const labels = nameOf(labelsOf(change));
  return labels.length + change.series.metric.length < MAX_NAME ? labels : '';
}

function labelsOf({ series: { attributes } }: MetricChange): string {
  const pairs = Object.entries(attributes).sort(([a], [b]) => (a < b ? -1 : 1));
  return pairs.length === 0 ? '' : `{${pairs.map(([key, value]) => `${key}=${value}`).join(', ')}}`;
}
