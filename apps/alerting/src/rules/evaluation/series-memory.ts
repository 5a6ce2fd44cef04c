import type { Wire } from '@svc/external-alerts';
import type { AlertSeverity } from '../../alerts/index.js';

/** The remembered facts of an alert of another product. Times are milliseconds since 1970. */
export interface ExternalFacts {
  /** Tells the alert from the others of its rule. */
  readonly key: string;
  readonly wire: Wire;
  readonly severity: AlertSeverity;
  /** When its sender last sent it. */
  readonly receivedAt: number;
  /** When it began, as its sender says. */
  readonly startsAt?: number | undefined;
  /** When it ends unless it is sent again. */
  readonly expiresAt?: number | undefined;
  /** When its sender ended it. */
  readonly endedAt?: number | undefined;
}

/** State of a series between two evaluations. Times are milliseconds since 1970. */
export interface SeriesMemory {
  /** Values of the fields that tell series apart. */
  readonly labels: Readonly<Record<string, string>>;
  /** The subject of the last event in words, where the rule follows events. */
  readonly about?: string;
  /** The alert of another product that the series stands for. */
  readonly external?: ExternalFacts | undefined;
  /** The value of the last breach. */
  readonly breachValue?: number;
  readonly phase: 'inactive' | 'pending' | 'firing';
  /** Breaches in a row. */
  readonly breaches: number;
  /** The first of them; null if the last evaluation did not breach. */
  readonly breachedSince: number | null;
  /** The first evaluation without a breach while the alert fires. */
  readonly quietSince: number | null;
  /** The last evaluation with data. */
  readonly seenAt: number;
  /** The last time that a firing alert was reported. */
  readonly reportedAt: number;
}

export const newSeries = (labels: SeriesMemory['labels'], seenAt: number): SeriesMemory => ({
  labels,
  seenAt,
  phase: 'inactive',
  breaches: 0,
  breachedSince: null,
  quietSince: null,
  reportedAt: 0,
});

/** The identity of a series within its rule. */
export function seriesKey(labels: SeriesMemory['labels']): string {
  return JSON.stringify(Object.entries(labels).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** The identity of a series in its memory: its key where another product raises the alert, which is cheaper than all of its labels. */
export const memoryKey = ({ labels, external }: Pick<SeriesMemory, 'labels' | 'external'>): string =>
  external?.key ?? seriesKey(labels);
