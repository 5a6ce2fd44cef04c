import type { ReactNode } from 'react';
import { OPERATOR_WORDS } from '../../text/operator-words.js';
import { Button } from '../../ui/controls/button.js';
import { Select } from '../../ui/controls/select.js';
import { TextField } from '../../ui/controls/text-field.js';
import { isWithoutValue } from '../../ui/fields/condition-value.js';
import { CONDITION_TYPES, operatorsOf, toType } from './condition-kinds.js';
import type { ConditionDraft } from './draft.js';
import classes from './editor.module.css';

interface ConditionFormProps {
  readonly condition: ConditionDraft;
  readonly nth: number;
  readonly faults: ReadonlyMap<string, string>;
  readonly onChange: (condition: ConditionDraft) => void;
  readonly onRemove: () => void;
}

const KEY_LABELS: Readonly<Record<string, string>> = { cohort: 'Cohort ID', flag: 'Flag key' };

/** One condition; what the form does not show of it, such as a negation, is said and kept. */
export function ConditionForm({ condition, nth, faults, onChange, onRemove }: ConditionFormProps): ReactNode {
  const { id, type, groupType, key, operator, value, ignoresCase, rest } = condition;
  const isProperty = type === 'person' || type === 'group';
  const kept = [rest.negate === true && 'negated', rest.source === 'server' && 'stored values only'].filter(Boolean);
  return (
    <div role="group" aria-label={`Condition ${nth}`} className={classes.condition}>
      <Select
        label="Kind"
        value={type}
        options={CONDITION_TYPES}
        onChange={(next) => onChange({ ...condition, ...toType(next) })}
      />
      {type === 'group' && (
        <TextField
          label="Group type"
          placeholder="company"
          value={groupType}
          fault={faults.get(`conditions.${id}.groupType`)}
          onChange={(next) => onChange({ ...condition, groupType: next })}
        />
      )}
      <TextField
        label={KEY_LABELS[type] ?? 'Property'}
        placeholder={KEY_LABELS[type] ?? 'Property'}
        value={key}
        spellCheck={false}
        fault={faults.get(`conditions.${id}.key`)}
        onChange={(next) => onChange({ ...condition, key: next })}
      />
      <Select
        label="Operator"
        value={operator}
        options={operatorsOf(type).map((name) => ({ value: name, label: OPERATOR_WORDS[name] ?? name }))}
        onChange={(next) => onChange({ ...condition, operator: next })}
      />
      {!isWithoutValue(condition) && (
        <TextField
          label="Value"
          value={value}
          spellCheck={false}
          title='Several values have commas between them. "12" in quotes is a text, 12 a number.'
          placeholder={type === 'flag' ? 'on, off or a variant' : 'Value'}
          fault={faults.get(`conditions.${id}.value`)}
          onChange={(next) => onChange({ ...condition, value: next })}
        />
      )}
      {isProperty && !isWithoutValue(condition) && (
        <label className={classes.check}>
          <input
            type="checkbox"
            checked={ignoresCase}
            onChange={(event) => onChange({ ...condition, ignoresCase: event.target.checked })}
          />
          in any case
        </label>
      )}
      {kept.length > 0 && <span className={classes.note}>{kept.join(', ')}</span>}
      <Button kind="quiet" icon="close" aria-label={`Remove condition ${nth}`} onClick={onRemove} />
    </div>
  );
}
