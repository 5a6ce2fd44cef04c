import type { ReactNode } from 'react';
import type { AlertDetails, AlertRule } from '../../gen/api.js';
import { ScopeLink } from '../../links/scope-link.js';
import { useScope } from '../../scope/scope.js';
import { describeRange, toRange } from '../../time/range.js';
import { PanelSection } from '../../ui/layout/panel.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import classes from '../parts/respond.module.css';
import { describeRule } from '../rules/describe-rule.js';
import ownClasses from './alerts.module.css';
import { toEvidence } from './evidence.js';

interface AlertReasonProps {
  readonly alert: AlertDetails;
  /** Undefined until it is known, and after it was deleted. */
  readonly rule: AlertRule | undefined;
}

/** Why an alert fires: the measured value, the rule in words, and the telemetry that was measured. */
export function AlertReason({ alert, rule }: AlertReasonProps): ReactNode {
  const { zone, nowMs } = useScope();
  const { value, summary } = alert;
  const evidence = rule && toEvidence(alert, rule);
  const range = evidence && toRange(evidence);
  return (
    <PanelSection title="Why it fires">
      {value !== null && <p className={ownClasses.value}>{Number(value.toPrecision(6))}</p>}
      <p>
        <OutsideText text={summary} limit={1000} />
      </p>
      {rule && (
        <p className={classes.note}>
          <OutsideText text={describeRule(rule)} limit={1000} />
        </p>
      )}
      <div className={classes.bar}>
        {rule && <ScopeLink to={`respond/rules/${encodeURIComponent(rule.id)}`}>Show the rule</ScopeLink>}
        {range && evidence?.target && (
          <ScopeLink to={evidence.target.to} search={{ ...range, ...evidence.target.search }}>
            Show what was measured
          </ScopeLink>
        )}
        {range && <span className={classes.note}>{describeRange(range, zone, nowMs)}</span>}
      </div>
    </PanelSection>
  );
}
