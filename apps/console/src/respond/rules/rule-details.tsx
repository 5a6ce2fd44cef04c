import { useState, type ReactNode } from 'react';
import { useApiChange } from '../../api/hooks.js';
import type { AlertRule } from '../../gen/api.js';
import { Button } from '../../ui/controls/button.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { PanelSection } from '../../ui/layout/panel.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import classes from '../parts/respond.module.css';
import { State } from '../parts/states.js';
import { useRefusal } from '../parts/use-refusal.js';
import { Warnings } from '../parts/warnings.js';
import { Backtest } from './backtest.js';
import { DeleteRuleDialog } from './delete-rule-dialog.js';
import { describeRule } from './describe-rule.js';
import { EnableButton } from './enable-button.js';
import { RuleAlerts } from './rule-alerts.js';
import { toRuleState } from './rule-cells.js';
import { RuleFacts } from './rule-facts.js';

interface RuleDetailsViewProps {
  readonly rule: AlertRule;
  readonly onEdit: () => void;
}

/** Everything about one rule: its definition in words, its health, its alerts, and what it would have done in the last day. */
export function RuleDetailsView({ rule, onEdit }: RuleDetailsViewProps): ReactNode {
  const [isDeleting, setIsDeleting] = useState(false);
  const role = useRefusal('alerts:write');
  const test = useApiChange('POST /alerts/rules/{rule_id}/test');
  const onTest = (): void => test.mutate({ path: { rule_id: rule.id }, body: {} });
  const lastError = rule.state?.last_error ?? '';
  return (
    <div className={classes.details}>
      <div className={classes.bar}>
        <State name={toRuleState(rule)} />
        <State name={rule.severity} />
        <span className={classes.note}>{rule.kind.replaceAll('_', ' ')}</span>
      </div>
      <p>
        <OutsideText text={describeRule(rule)} limit={1000} />
      </p>
      <Warnings texts={[...(lastError === '' ? [] : [`The last evaluation failed: ${lastError}`]), ...rule.warnings]} />
      <div role="group" aria-label="Actions" className={classes.bar}>
        <Button kind="primary" icon="edit" disabledReason={role} onClick={onEdit}>
          Edit
        </Button>
        <Button onClick={onTest}>Test over the last 24 hours</Button>
        <EnableButton rule={rule} />
        <Button kind="quiet" icon="trash" disabledReason={role} onClick={() => setIsDeleting(true)}>
          Delete
        </Button>
      </div>
      {test.error && <ErrorBox error={test.error} onRetry={onTest} />}
      {test.isPending && <p className={classes.note}>Evaluating the last 24 hours…</p>}
      {test.data && !test.isPending && (
        <PanelSection title="Test">
          <Backtest test={test.data} condition={rule.condition} />
        </PanelSection>
      )}
      <div className={classes.columns}>
        <div className={classes.column}>
          <RuleAlerts rule={rule} />
        </div>
        <div className={classes.column}>
          <RuleFacts rule={rule} />
        </div>
      </div>
      {isDeleting && <DeleteRuleDialog rule={rule} onClose={() => setIsDeleting(false)} />}
    </div>
  );
}
