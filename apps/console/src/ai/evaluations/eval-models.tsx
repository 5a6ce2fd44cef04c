import type { ReactNode } from 'react';
import { formatCost } from '../../time/amounts.js';
import { TextArea } from '../../ui/controls/text-area.js';
import { EVAL_LABELS } from './eval-draft.js';
import { EvalField } from './eval-field.js';
import type { EvalPart } from './eval-part.js';
import { EvalState } from './eval-state.js';
import classes from './evaluations-tab.module.css';

const MOST_CRITERIA = 4000;

/** The models that are asked, and what they may cost. */
export function EvalModels(part: EvalPart): ReactNode {
  const { config, draft, disabledReason, onChange } = part;
  const state = (name: string): ReactNode => (
    <>
      {'Saved: '}
      <EvalState config={config} name={name} />
    </>
  );
  return (
    <div className={classes.fields}>
      <p className={classes.note}>
        Models of the provider that the operator of the service has configured. Each needs a price, because its cost is
        limited.
      </p>
      <EvalField part={part} name="judge" placeholder="none" hint={state('judge')} />
      <div className={classes.pair}>
        <EvalField part={part} name="share" isNumber />
        <EvalField part={part} name="leastTokens" isNumber />
      </div>
      <TextArea
        label={EVAL_LABELS.criteria}
        value={draft.criteria}
        maxLength={MOST_CRITERIA}
        placeholder="Whether the run did what it was asked for"
        onChange={(criteria) => {
          if (disabledReason === undefined) onChange({ criteria });
        }}
      />
      <div className={classes.pair}>
        <EvalField part={part} name="questions" placeholder="none" hint={state('questions')} />
        <EvalField part={part} name="investigations" placeholder="none" hint={state('investigations')} />
      </div>
      <EvalField
        part={part}
        name="dailyCost"
        isNumber
        hint={`They have cost ${formatCost(config.judge_cost_today)} today.`}
      />
    </div>
  );
}
