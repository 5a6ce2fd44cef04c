import type { ReactNode } from 'react';
import { Select } from '../../../ui/controls/select.js';
import { TextField } from '../../../ui/controls/text-field.js';
import classes from '../../parts/respond.module.css';
import { COMPARISONS } from '../describe-rule.js';
import { OPERATORS } from './choices.js';
import { uses } from './draft-parts.js';
import type { FieldsProps } from './fields-props.js';

const OPTIONS = OPERATORS.map((value) => ({ value, label: COMPARISONS[value] ?? value }));

/** The condition of a rule, and the times over which it is measured. */
export function ConditionFields({ draft, set }: FieldsProps): ReactNode {
  const hasBounds = draft.op === 'between' || draft.op === 'outside';
  return (
    <div className={classes.form}>
      {uses('condition', draft) && (
        <>
          <Select label="The figure is" showsLabel value={draft.op} options={OPTIONS} onChange={(op) => set({ op })} />
          <div className={classes.pair}>
            <TextField
              label={hasBounds ? 'Lower bound' : 'Threshold'}
              inputMode="decimal"
              value={draft.threshold}
              onChange={(threshold) => set({ threshold })}
            />
            {hasBounds ? (
              <TextField
                label="Upper bound"
                inputMode="decimal"
                value={draft.thresholdMax}
                onChange={(thresholdMax) => set({ thresholdMax })}
              />
            ) : (
              <TextField
                label="Recovers at"
                inputMode="decimal"
                value={draft.recovery}
                onChange={(recovery) => set({ recovery })}
                hint="The threshold if empty."
              />
            )}
          </div>
        </>
      )}
      <div className={classes.pair}>
        {uses('window', draft) && (
          <TextField
            label="Window"
            value={draft.window}
            onChange={(window) => set({ window })}
            hint="The time that each figure covers, such as 5m."
          />
        )}
        <TextField
          label="Interval"
          value={draft.interval}
          onChange={(interval) => set({ interval })}
          hint="Between two evaluations, from 30s."
        />
        <TextField
          label="For"
          value={draft.lasting}
          onChange={(lasting) => set({ lasting })}
          hint="How long a breach lasts before it fires."
        />
      </div>
    </div>
  );
}
