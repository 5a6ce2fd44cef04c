import { memo, type ReactNode } from 'react';
import type { AlertRule } from '../../gen/api.js';
import { Cell, type Column } from '../../rows/rows.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import { Tip } from '../../ui/text/tip.js';
import { State } from '../parts/states.js';
import { describeReceivers, describeRule, hasNoReceiver } from './describe-rule.js';
import classes from './rules.module.css';

export const RULE_COLUMNS: readonly Column[] = [
  { label: 'Severity', width: '72px', narrowWidth: '64px' },
  { label: 'State', width: '90px', narrowWidth: '76px' },
  { label: 'Rule', width: 'minmax(140px, 26%)', narrowWidth: 'minmax(0, 1fr)' },
  { label: 'Definition', width: 'minmax(0, 1fr)', isOptional: true },
  { label: 'Notifies', width: '130px', isOptional: true },
];

/** The present state of a rule in one word. */
export function toRuleState({ enabled, state }: Pick<AlertRule, 'enabled' | 'state'>): string {
  if (enabled === false) return 'disabled';
  if ((state?.firing ?? 0) > 0) return 'firing';
  if ((state?.pending ?? 0) > 0) return 'pending';
  return state?.health ?? 'unknown';
}

/** The cells of one rule. */
export const RuleCells = memo(function RuleCells({ rule }: { readonly rule: AlertRule }): ReactNode {
  const { severity, name, state, warnings } = rule;
  return (
    <>
      <Cell>
        <State name={severity} />
      </Cell>
      <Cell>
        <State name={toRuleState(rule)} title={state?.last_error} />
      </Cell>
      <Cell>
        <OutsideText text={name} limit={200} />
      </Cell>
      <Cell isOptional>
        <span className={classes.definition}>
          <OutsideText text={describeRule(rule)} limit={300} />
        </span>
      </Cell>
      <Cell isOptional>
        {warnings.length > 0 ? (
          <Tip className={classes.warning} text={warnings.join('\n')}>
            {hasNoReceiver(rule) ? 'nobody' : `${describeReceivers(rule)} (!)`}
          </Tip>
        ) : (
          describeReceivers(rule)
        )}
      </Cell>
    </>
  );
});
