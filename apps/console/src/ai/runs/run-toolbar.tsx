import type { ReactNode } from 'react';
import { ToggleChip } from '../../ui/controls/toggle-chip.js';
import { FilterField } from '../../ui/fields/filter-field.js';
import { STATUSES, type Status } from '../fields.js';
import type { TabProps } from '../tab-props.js';
import classes from './run-toolbar.module.css';
import { describeStatus } from './runs-query.js';

const FIELDS = [
  { name: 'agent', label: 'Agent', placeholder: 'name of the agent' },
  { name: 'provider', label: 'Provider', placeholder: 'such as openai' },
  { name: 'person', label: 'Person', placeholder: 'any distinct ID' },
] as const;

/** The filters of runs. */
export function RunToolbar({ state, update }: TabProps): ReactNode {
  const { status, errors } = state;
  const toggle = (name: Status): void =>
    update({ status: status.includes(name) ? status.filter((other) => other !== name) : [...status, name] });
  return (
    <div role="group" aria-label="Filters" className={classes.bar}>
      {FIELDS.map((field) => (
        <FilterField
          key={field.name}
          label={field.label}
          placeholder={field.placeholder}
          value={state[field.name]}
          onChange={(value) => update({ [field.name]: value }, { replace: true })}
        />
      ))}
      <div role="group" aria-label="Status" className={classes.chips}>
        {STATUSES.map((name) => (
          <ToggleChip key={name} isOn={status.includes(name)} onToggle={() => toggle(name)}>
            {describeStatus(name)}
          </ToggleChip>
        ))}
        <ToggleChip isOn={errors} onToggle={() => update({ errors: !errors })}>
          with errors
        </ToggleChip>
      </div>
    </div>
  );
}
