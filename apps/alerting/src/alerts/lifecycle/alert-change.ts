/** Severity of an alert, from the least to the most urgent. */
export const ALERT_SEVERITIES = ['info', 'warning', 'critical'] as const;
export type AlertSeverity = (typeof ALERT_SEVERITIES)[number];

export type AlertLabels = Readonly<Record<string, string>>;

/** Receivers of the alerts of a rule, and how the alerts are grouped. Times are milliseconds. */
export interface NotifySettings {
  /** IDs of channels. */
  readonly channels: readonly string[];
  readonly escalationPolicyId?: string;
  /** Names of labels: alerts with the same values are one group. */
  readonly groupBy: readonly string[];
  /** Delay before the first notification of a group. */
  readonly groupWaitMs: number;
  /** Minimum time between two notifications about changes of a group. */
  readonly groupIntervalMs: number;
  /** Time after which the notification about an unchanged group is repeated. */
  readonly repeatIntervalMs: number;
}

/** The part of a rule that is stored with its alerts. */
export interface RuleSnapshot {
  readonly id: string;
  readonly name: string;
  readonly severity: AlertSeverity;
  readonly labels: AlertLabels;
  readonly annotations: AlertLabels;
  readonly notify: NotifySettings;
  readonly incident: {
    readonly autoCreate: boolean;
    /** Severity of the incident, from 1 (highest) to 4. */
    readonly severity?: number;
  };
  /** Whether an investigation starts when the alert fires. */
  readonly investigate?: true;
  readonly version: number;
}

/** Author of a change of alerts. */
export interface AlertActor {
  readonly type: 'user' | 'api_key' | 'system';
  /** ID of the user or the key, or name of the part of the service. */
  readonly id: string;
  /** Display name; undefined for a part of the service. */
  readonly name?: string;
}

export type AlertReason = 'breached' | 'no_data' | 'recovered' | 'rule_changed' | 'rule_deleted' | 'rule_disabled';

/**
 * Result of an evaluation for one series of a rule. It is reported when the phase of the series changes, and at most
 * once a minute while the phase stays `firing`, which renews the value and the severity.
 */
export interface AlertChange {
  readonly projectId: string;
  readonly rule: RuleSnapshot;
  /**
   * Labels of the series, with `alertname` and the labels of the rule. Together with the rule, they identify the alert.
   */
  readonly labels: AlertLabels;
  /** Only other products acknowledge so. */
  readonly phase: 'pending' | 'firing' | 'ended' | 'acknowledged';
  readonly reason: AlertReason;
  /** Evaluation time. */
  readonly at: Date;
  /** Null if nothing was measured. */
  readonly value: number | null;
  /** One sentence with the value and the threshold. */
  readonly summary: string;
  /** The change only repeats what is known, so no alert begins with it, such as one that was resolved by hand. */
  readonly isRepeated?: true;
  /** The alert keeps its annotations and its summary while it fires, which only its sender knows. */
  readonly keepsText?: true;
  /** The author of an acknowledgement; the evaluation of rules by default. */
  readonly actor?: AlertActor;
}
