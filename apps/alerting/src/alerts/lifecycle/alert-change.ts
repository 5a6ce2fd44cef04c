/** How urgent an alert is. */
export const ALERT_SEVERITIES = ['info', 'warning', 'critical'] as const;
export type AlertSeverity = (typeof ALERT_SEVERITIES)[number];

export type AlertLabels = Readonly<Record<string, string>>;

/** Who hears of the alerts of a rule, and how they are put together. Times are milliseconds. */
export interface NotifySettings {
  /** IDs of channels. */
  readonly channels: readonly string[];
  readonly escalationPolicyId?: string;
  /** Names of labels: alerts with the same values are one group. */
  readonly groupBy: readonly string[];
  /** Until the first notification of a group. */
  readonly groupWaitMs: number;
  /** Between two notifications of a group about what changed. */
  readonly groupIntervalMs: number;
  /** Until a group in which nothing changed is notified of again. */
  readonly repeatIntervalMs: number;
}

/** What an alert keeps of its rule. */
export interface RuleSnapshot {
  readonly id: string;
  readonly name: string;
  readonly severity: AlertSeverity;
  readonly labels: AlertLabels;
  readonly annotations: AlertLabels;
  readonly notify: NotifySettings;
  readonly incident: {
    readonly autoCreate: boolean;
    /** Of the incident: 1 (highest) to 4. */
    readonly severity?: number;
  };
  readonly version: number;
}

export type AlertReason = 'breached' | 'no_data' | 'recovered' | 'rule_changed' | 'rule_deleted' | 'rule_disabled';

/**
 * What an evaluation found out about one series of a rule. It is reported when the phase of the series changes, and with the phase `firing`
 * again at most once a minute, which renews the value and the severity.
 */
export interface AlertChange {
  readonly projectId: string;
  readonly rule: RuleSnapshot;
  /** Of the series, with `alertname` and the labels of the rule. Together with the rule they are the identity of the alert. */
  readonly labels: AlertLabels;
  readonly phase: 'pending' | 'firing' | 'ended';
  readonly reason: AlertReason;
  /** Evaluation time. */
  readonly at: Date;
  /** Null if nothing was measured. */
  readonly value: number | null;
  /** One sentence with the value and the threshold. */
  readonly summary: string;
}
