import type { Direction, Figure } from './detection/index.js';

export type DetectorName =
  'calls' | 'error_ratio' | 'latency' | 'log_volume' | 'error_logs' | 'pattern_volume' | 'event_volume' | 'model_cost';
export type DetectedSignal = 'traces' | 'logs' | 'events';

/** Figure that is compared with its past, and how it is measured. */
export interface Detector {
  readonly name: DetectorName;
  readonly signal: DetectedSignal;
  /** Name of the detector in measurements, if it differs. */
  readonly measuredAs?: 'models' | 'patterns';
  readonly figure: Figure;
  /** Fewer errors and faster answers are not reported as anomalies. */
  readonly directions: readonly Direction[];
  /** Filter in the search language. */
  readonly filter: string;
  readonly aggregate: 'count' | 'error_ratio' | 'p95' | 'sum';
  /** Aggregated field; empty if records are counted. */
  readonly field: string;
  /** The field that names the series. */
  readonly seriesBy: 'service_name' | 'event' | 'model' | 'pattern';
  /** Second field that distinguishes series. */
  readonly apartBy?: 'unit' | 'service_name';
  /**
   * Series with the same value of this label rise together, which another detector reports: each is judged by its rise beyond the others.
   */
  readonly risesWith?: 'service_name';
  /** Few projects have such records: baselines are measured only after a series was found in a window. */
  readonly isRare?: true;
  /** The most windows of baselines that are measured at once, the newest first, where measuring one takes long. */
  readonly maxBaselines?: number;
  /** Fields in which an anomaly may differ from before. */
  readonly attributes: readonly string[];
  /** Further condition on the records whose attributes explain an anomaly: the failed ones, or the slow ones beyond what was expected. */
  readonly explainedBy?: (expected: number) => string;
  /** Noun for the figure of a series in texts: "calls of checkout". */
  readonly noun: string;
}

const BOTH: readonly Direction[] = ['up', 'down'];
const UP: readonly Direction[] = ['up'];

const REQUESTS = {
  signal: 'traces',
  filter: 'request:yes',
  seriesBy: 'service_name',
  attributes: ['environment', 'release', 'http.response.status_code'],
} as const;
const LOGS = {
  signal: 'logs',
  figure: 'count',
  aggregate: 'count',
  field: '',
  seriesBy: 'service_name',
  attributes: ['environment', 'release', 'http.response.status_code', 'severity_text'],
} as const;

/** All of them are measured in minutes that are aggregated already, except events and calls of models, which are few, and patterns. */
export const DETECTORS: readonly Detector[] = [
  { name: 'calls', ...REQUESTS, figure: 'count', aggregate: 'count', field: '', directions: BOTH, noun: 'calls' },
  {
    name: 'error_ratio',
    ...REQUESTS,
    figure: 'ratio',
    aggregate: 'error_ratio',
    field: '',
    directions: UP,
    noun: 'error ratio',
    explainedBy: () => 'status:error',
  },
  {
    name: 'latency',
    ...REQUESTS,
    figure: 'duration',
    aggregate: 'p95',
    field: 'duration_ms',
    directions: UP,
    noun: 'p95 latency',
    explainedBy: (expected) => `duration_ms:["${expected}" TO *]`,
  },
  { name: 'log_volume', ...LOGS, filter: '', directions: BOTH, noun: 'log records' },
  { name: 'error_logs', ...LOGS, filter: 'level:error OR level:fatal', directions: UP, noun: 'error logs' },
  {
    name: 'pattern_volume',
    ...LOGS,
    measuredAs: 'patterns',
    filter: '',
    directions: UP,
    seriesBy: 'pattern',
    apartBy: 'service_name',
    // As many as the windows of a day and a week before that come to be needed with each window.
    isRare: true,
    maxBaselines: 12,
    risesWith: 'service_name',
    noun: 'log records like',
  },
  {
    name: 'event_volume',
    signal: 'events',
    figure: 'count',
    aggregate: 'count',
    field: '',
    filter: '',
    directions: BOTH,
    seriesBy: 'event',
    attributes: ['environment', 'release', 'service_name'],
    noun: 'events',
  },
  {
    name: 'model_cost',
    signal: 'traces',
    measuredAs: 'models',
    figure: 'sum',
    aggregate: 'sum',
    field: 'cost',
    filter: '',
    directions: UP,
    seriesBy: 'model',
    apartBy: 'unit',
    isRare: true,
    noun: 'cost',
    attributes: ['agent', 'provider', 'service_name', 'environment', 'operation'],
  },
];

export function findDetector(name: string): Detector | undefined {
  return DETECTORS.find((detector) => detector.name === name);
}
