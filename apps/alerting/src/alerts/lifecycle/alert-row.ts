import { readJson, type Alert } from '@svc/relational';
import type { AlertLabels, AlertSeverity, RuleSnapshot } from './alert-change.js';
import type { AlertState, Lifecycle } from './lifecycle.js';

/** An alert as the domain works with it. */
export interface AlertRow extends Lifecycle {
  readonly id: string;
  readonly projectId: string;
  readonly ruleId: string;
  readonly fingerprint: string;
  readonly name: string;
  readonly labels: AlertLabels;
  readonly annotations: AlertLabels;
  readonly rule: RuleFacts;
  readonly inhibitionKey: string;
  readonly groupId: string | null;
  readonly value: number | null;
  readonly summary: string;
  readonly evaluatedAt: Date;
  /** Null without an investigation that the rule has started. */
  readonly investigation: InvestigationNote | null;
}

/** The part of a rule that notifications and incidents need. */
export type RuleFacts = Pick<RuleSnapshot, 'notify' | 'incident' | 'investigate' | 'version'>;

/** The conclusion of an investigation of an alert. */
export interface InvestigationNote {
  readonly id: string;
  /** confirmed, likely or inconclusive. */
  readonly level: string;
  /** The first sentences of the conclusion. */
  readonly text: string;
}

/** The columns only hold what this domain has written. */
export function toAlertRow(row: Alert): AlertRow {
  const { labels, annotations, rule, state, severity, silencedState, investigation, ...rest } = row;
  return {
    ...rest,
    labels: labels as AlertLabels,
    annotations: annotations as AlertLabels,
    rule: readJson<RuleFacts>(rule),
    state: state as AlertState,
    severity: severity as AlertSeverity,
    silencedState: silencedState as AlertRow['silencedState'],
    investigation: investigation === null ? null : readJson<InvestigationNote>(investigation),
  };
}
