import type { ReactNode } from 'react';
import { Button } from '../../ui/controls/button.js';
import { newCondition, type ConditionDraft } from './condition-draft.js';
import { ConditionForm, type ConditionFormProps } from './condition-form.js';
import classes from './conditions.module.css';

interface ConditionsFormProps extends Pick<
  ConditionFormProps,
  'types' | 'keyLabel' | 'keyExample' | 'keyList' | 'eventList' | 'faults'
> {
  readonly legend: string;
  readonly conditions: readonly ConditionDraft[];
  readonly most: number;
  readonly onChange: (conditions: readonly ConditionDraft[]) => void;
}

/** The conditions of a cohort or of a segment. */
export function ConditionsForm({ legend, conditions, most, onChange, ...rest }: ConditionsFormProps): ReactNode {
  return (
    <fieldset className={classes.conditions}>
      <legend className={classes.legend}>{legend}</legend>
      {conditions.map((condition, index) => (
        <ConditionForm
          key={condition.id}
          {...rest}
          condition={condition}
          nth={index + 1}
          onChange={(next) => onChange(conditions.map((each) => (each.id === next.id ? next : each)))}
          onRemove={() => onChange(conditions.filter((each) => each !== condition))}
        />
      ))}
      <Button
        icon="plus"
        disabledReason={conditions.length >= most ? `There can be at most ${most} conditions.` : undefined}
        onClick={() => onChange([...conditions, newCondition(rest.types[0])])}
      >
        Add a condition
      </Button>
    </fieldset>
  );
}
