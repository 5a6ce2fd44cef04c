import type { ReactNode } from 'react';
import { Button } from '../../ui/controls/button.js';
import { Select } from '../../ui/controls/select.js';
import { TextField } from '../../ui/controls/text-field.js';
import { ConditionForm } from './condition-form.js';
import { newCondition, type ConditionDraft, type GroupDraft } from './draft.js';
import classes from './editor.module.css';

interface GroupFormProps {
  readonly group: GroupDraft;
  /** Position of the rule, from 1. */
  readonly nth: number;
  readonly variants: readonly string[];
  readonly faults: ReadonlyMap<string, string>;
  readonly onChange: (group: GroupDraft) => void;
  readonly onRemove: () => void;
  /** Absent for the first rule. */
  readonly onUp: (() => void) | undefined;
}

/** One rule: its conditions, the share of those whom they match, and what these get. */
export function GroupForm({ group, nth, variants, faults, onChange, onRemove, onUp }: GroupFormProps): ReactNode {
  const { id, conditions, share, variant } = group;
  const change = (next: ConditionDraft): void =>
    onChange({ ...group, conditions: conditions.map((each) => (each.id === next.id ? next : each)) });
  return (
    <div role="group" aria-label={`Rule ${nth}`} className={classes.group}>
      <div className={classes.groupHead}>
        <strong>{`Rule ${nth}`}</strong>
        <span className={classes.note}>
          {conditions.length === 0 ? 'matches everyone' : 'all conditions must hold'}
        </span>
        <span className={classes.groupActions}>
          {onUp && <Button kind="quiet" onClick={onUp}>{`Move rule ${nth} up`}</Button>}
          <Button kind="quiet" icon="trash" aria-label={`Remove rule ${nth}`} onClick={onRemove} />
        </span>
      </div>
      {conditions.map((condition, index) => (
        <ConditionForm
          key={condition.id}
          condition={condition}
          nth={index + 1}
          faults={faults}
          onChange={change}
          onRemove={() => onChange({ ...group, conditions: conditions.filter((each) => each.id !== condition.id) })}
        />
      ))}
      <div className={classes.groupFoot}>
        <Button icon="plus" onClick={() => onChange({ ...group, conditions: [...conditions, newCondition()] })}>
          Add a condition
        </Button>
        <TextField
          label="Share in %"
          value={share}
          inputMode="decimal"
          maxLength={6}
          fault={faults.get(`groups.${id}.share`)}
          onChange={(next) => onChange({ ...group, share: next })}
        />
        {variants.length > 0 && (
          <Select
            label="Gets"
            value={variant}
            options={[
              { value: '', label: 'a variant by its share' },
              ...[...new Set([...variants, ...(variant === '' ? [] : [variant])])].map((key) => ({
                value: key,
                label: key,
              })),
            ]}
            onChange={(next) => onChange({ ...group, variant: next })}
          />
        )}
      </div>
    </div>
  );
}
