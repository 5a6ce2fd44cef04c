import type { ReactNode } from 'react';
import { OPERATOR_WORDS } from '../../text/operator-words.js';
import { Button } from '../../ui/controls/button.js';
import { Select } from '../../ui/controls/select.js';
import { TextField } from '../../ui/controls/text-field.js';
import { isWithoutValue } from '../../ui/fields/condition-value.js';
import { CohortSelect } from './cohort-select.js';
import { newCondition, toKind, type ConditionDraft } from './condition-draft.js';
import { CONDITION_TYPES, COUNT_OPERATORS, EVENT_OPERATORS, PROPERTY_OPERATORS } from './condition-kinds.js';
import classes from './conditions.module.css';

export interface ConditionFormProps {
  readonly condition: ConditionDraft;
  readonly nth: number;
  /** The kinds that a condition can have; without a choice if there is one. */
  readonly types: readonly ConditionDraft['type'][];
  /** Name of what a property condition tests, and an example. */
  readonly keyLabel: string;
  readonly keyExample: string;
  /** ID of the list of names that are offered for a property, or for an event. */
  readonly keyList?: string | undefined;
  readonly eventList?: string | undefined;
  readonly faults: ReadonlyMap<string, string>;
  readonly onChange: (condition: ConditionDraft) => void;
  readonly onRemove: () => void;
}

/** One condition on a property, on events, or on another cohort. */
export function ConditionForm(props: ConditionFormProps): ReactNode {
  const { condition, nth, types, keyLabel, keyExample, keyList, eventList, faults, onChange, onRemove } = props;
  const { id, type, key, op, isServer } = condition;
  const change = (part: Partial<ConditionDraft>): void => onChange({ ...condition, ...part });
  const isEvent = type === 'event';
  return (
    <div role="group" aria-label={`Condition ${nth}`} className={classes.condition}>
      {types.length > 1 && (
        <Select
          label="Kind"
          value={type}
          options={CONDITION_TYPES.filter(({ value }) => types.includes(value))}
          onChange={(next) => onChange({ ...newCondition(next), id })}
        />
      )}
      {type === 'cohort' ? (
        <>
          <Select label="Operator" value={op} options={IN_OPTIONS} onChange={(next) => change({ op: next })} />
          <CohortSelect value={key} fault={faults.get(`${id}.key`)} onChange={(next) => change({ key: next })} />
        </>
      ) : (
        <>
          {isEvent && (
            <Select label="Operator" value={op} options={EVENT_OPERATORS} onChange={(next) => change({ op: next })} />
          )}
          <TextField
            label={isEvent ? 'Event' : keyLabel}
            placeholder={isEvent ? 'order placed' : keyExample}
            list={isEvent ? eventList : keyList}
            value={key}
            spellCheck={false}
            maxLength={500}
            fault={faults.get(`${id}.key`)}
            onChange={(next) => change({ key: next })}
          />
          {isEvent ? <EventFields {...props} /> : <ValueFields {...props} />}
        </>
      )}
      {type === 'property' && (
        <label className={classes.check} title="Counts only values that were stored with a secret key">
          <input type="checkbox" checked={isServer} onChange={(event) => change({ isServer: event.target.checked })} />
          secret key only
        </label>
      )}
      <Button kind="quiet" icon="close" aria-label={`Remove condition ${nth}`} onClick={onRemove} />
    </div>
  );
}

const IN_OPTIONS = [
  { value: 'in', label: 'is in' },
  { value: 'not_in', label: 'is not in' },
];

function ValueFields({ condition, faults, onChange }: ConditionFormProps): ReactNode {
  const { id, op, value } = condition;
  return (
    <>
      <Select
        label="Operator"
        value={op}
        options={PROPERTY_OPERATORS.map((name) => ({ value: name, label: OPERATOR_WORDS[name] ?? name }))}
        onChange={(next) => onChange({ ...condition, op: next })}
      />
      {!isWithoutValue(toKind(op)) && (
        <TextField
          label="Value"
          placeholder={op === 'in' || op === 'not_in' ? 'DE, FR' : 'Value'}
          value={value}
          spellCheck={false}
          fault={faults.get(`${id}.value`)}
          onChange={(next) => onChange({ ...condition, value: next })}
        />
      )}
    </>
  );
}

function EventFields({ condition, faults, onChange }: ConditionFormProps): ReactNode {
  const { id, op, countOp, count, last } = condition;
  return (
    <>
      {op !== 'first_time' && (
        <>
          <Select
            label="Comparison of the count"
            value={countOp}
            options={COUNT_OPERATORS}
            onChange={(next) => onChange({ ...condition, countOp: next })}
          />
          <TextField
            label="Times"
            placeholder="1 time"
            inputMode="numeric"
            value={count}
            fault={faults.get(`${id}.count`)}
            onChange={(next) => onChange({ ...condition, count: next })}
          />
        </>
      )}
      <TextField
        label="In the last"
        placeholder="in the last 30d"
        value={last}
        fault={faults.get(`${id}.last`)}
        onChange={(next) => onChange({ ...condition, last: next })}
      />
    </>
  );
}
