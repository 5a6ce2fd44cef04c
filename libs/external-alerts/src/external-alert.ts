import type { ErrorDetail } from '@svc/service-error';

/** The requests of other products that are understood: two of Alertmanager, and one of each of the others. */
export const WIRES = ['alertmanager', 'alertmanager_api', 'grafana', 'pagerduty', 'opsgenie', 'json'] as const;
export type Wire = (typeof WIRES)[number];

export type ExternalStatus = 'firing' | 'acknowledged' | 'resolved';
/** The severities of alerts of this service. */
export type ExternalSeverity = 'info' | 'warning' | 'critical';
/** Values by name. */
export type Texts = Readonly<Record<string, string>>;

/** An alert of another product. Texts have no characters that control or reorder text, and are cut to the lengths of `LIMITS`. */
export interface ExternalAlert {
  readonly wire: Wire;
  /** Tells the alert from all others of its wire, and is the same in each request about it. */
  readonly dedupKey: string;
  readonly status: ExternalStatus;
  /** One line for `alertname`; '' where a request names nothing but the key, as acknowledgements and resolutions do. */
  readonly name: string;
  /** Undefined if the sender names none, or one that is not known. */
  readonly severity: ExternalSeverity | undefined;
  /** Lines by names of letters, digits, dots and underscores, without `alertname` and `severity`. */
  readonly labels: Texts;
  /** Texts of several lines, such as `summary`, `description` and `runbook_url`. Names that end in `url` have http addresses only. */
  readonly annotations: Texts;
  /** When the sender says that it began; undefined if it does not. */
  readonly startsAt: Date | undefined;
  /** When the sender says that it ended; undefined unless it is resolved. */
  readonly endsAt: Date | undefined;
  /** When it ends unless it is sent again; undefined if only the sender ends it. */
  readonly expiresAt: Date | undefined;
}

/** What a request says. Its alerts are in order; several of them may be about one. */
export interface Received {
  readonly alerts: readonly ExternalAlert[];
  /** Alerts of the request that are invalid, by the field. The others count nevertheless, and the answer names these. */
  readonly faults: readonly ErrorDetail[];
  /** What the request has left out or is left out of it, by reason. */
  readonly dropped: Readonly<Record<string, number>>;
}
