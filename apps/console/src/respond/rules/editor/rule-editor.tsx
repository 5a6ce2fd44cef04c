import { useState, type ReactNode } from 'react';
import { useApiChange } from '../../../api/hooks.js';
import type { AlertRule } from '../../../gen/api.js';
import { Button } from '../../../ui/controls/button.js';
import { ErrorBox } from '../../../ui/feedback/error-box.js';
import { PanelSection } from '../../../ui/layout/panel.js';
import classes from '../../parts/respond.module.css';
import { useRefusal } from '../../parts/use-refusal.js';
import { useSave } from '../../parts/use-save.js';
import { Backtest } from '../backtest.js';
import { findFault, uses } from './draft-parts.js';
import type { RuleDraft } from './draft.js';
import { RuleConflict } from './rule-conflict.js';
import { RuleForm } from './rule-form.js';
import { RULE_WAYS } from './rule-ways.js';
import { toRequest } from './to-request.js';

interface RuleEditorProps {
  readonly start: RuleDraft;
  /** The rule that is changed; a new one is made without. */
  readonly rule?: AlertRule;
  readonly onSaved: (rule: AlertRule) => void;
  readonly onClose: () => void;
}

/** Makes or changes a rule, which can be tested over the last 24 hours before it is saved. */
export function RuleEditor({ start, rule, onSaved, onClose }: RuleEditorProps): ReactNode {
  const [draft, setDraft] = useState(start);
  // The draft is about the version that it was begun with.
  const [base] = useState(rule);
  const role = useRefusal('alerts:write');
  const test = useApiChange('POST /alerts/rules/test');
  const { save, error, conflict, keep } = useSave(RULE_WAYS, onSaved);
  const fault = findFault(draft, base);
  const set = (fields: Partial<RuleDraft>): void => setDraft((now) => ({ ...now, ...fields }));
  const onTest = (): void => test.mutate({ body: toRequest(draft, base) });
  const { threshold, thresholdMax, op } = draft;
  const hasBounds = op === 'between' || op === 'outside';
  const condition = uses('condition', draft)
    ? { threshold: Number(threshold), ...(hasBounds && { threshold_max: Number(thresholdMax) }) }
    : undefined;
  return (
    <div className={classes.details}>
      <div className={classes.columns}>
        <div className={classes.column}>
          <RuleForm draft={draft} set={set} />
        </div>
        <div className={classes.column}>
          <PanelSection title="Test">
            <div className={classes.form}>
              <div className={classes.bar}>
                <Button disabledReason={fault} onClick={onTest}>
                  Test over the last 24 hours
                </Button>
                <Button kind="primary" disabledReason={role ?? fault} onClick={() => save(draft, base)}>
                  {base ? 'Save the rule' : 'Create the rule'}
                </Button>
                <Button onClick={onClose}>Cancel</Button>
              </div>
              {(role ?? fault) !== undefined && <p className={classes.note}>{role ?? fault}</p>}
              {error && <ErrorBox error={error} />}
              {test.error && <ErrorBox error={test.error} onRetry={onTest} />}
              {test.isPending && <p className={classes.note}>Evaluating the last 24 hours…</p>}
              {test.data && !test.isPending && <Backtest test={test.data} condition={condition} />}
              {!test.data && !test.isPending && !test.error && (
                <p className={classes.note}>
                  The test evaluates the rule over the last 24 hours. Nothing is written, and nobody is notified.
                </p>
              )}
            </div>
          </PanelSection>
        </div>
      </div>
      {conflict && base && (
        <RuleConflict before={base} now={conflict} onClose={keep} onApply={() => save(draft, conflict)} />
      )}
    </div>
  );
}
