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
}

/** The part of a rule that notifications and incidents need. */
export type RuleFacts = Pick<RuleSnapshot, 'notify' | 'incident' | 'version'>;

/** The columns only hold what this domain has written. */
export function toAlertRow({ labels, annotations, rule, state, severity, silencedState, ...rest }: Alert): AlertRow {
  return {
    ...rest,
    labels: labels as AlertLabels,
    annotations: annotations as AlertLabels,
    rule: readJson<RuleFacts>(rule),
    state: state as AlertState,
    severity: severity as AlertSeverity,
    silencedState: silencedState as AlertRow['silencedState'],
  };
}
