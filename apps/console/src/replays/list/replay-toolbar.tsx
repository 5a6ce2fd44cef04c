import { useState, type ReactNode } from 'react';
import { SearchField } from '../../search/search-field.js';
import { Button } from '../../ui/controls/button.js';
import { Select, type Option } from '../../ui/controls/select.js';
import { ToggleChip } from '../../ui/controls/toggle-chip.js';
import { LENGTHS, type ReplaysState } from '../fields.js';
import { FurtherFilters } from './further-filters.js';
import { hasFurther } from './replay-query.js';
import classes from './replay-toolbar.module.css';
import type { ToolbarProps } from './toolbar-props.js';

const ORDERS: readonly Option<ReplaysState['sort']>[] = [
  { value: 'start', label: 'Newest' },
  { value: 'duration', label: 'Longest' },
  { value: 'active', label: 'Most active' },
  { value: 'rage', label: 'Most rage clicks' },
  { value: 'dead', label: 'Most dead clicks' },
  { value: 'errors', label: 'Most error clicks' },
];
const CHIPS = [
  ['errors', 'Errors'],
  ['rage', 'Rage clicks'],
  ['dead', 'Dead clicks'],
] as const;

function toLengths(any: string): readonly Option<ReplaysState['min_duration']>[] {
  return LENGTHS.map((value) => ({ value, label: value === '' ? any : `≥ ${value}` }));
}

/** The filters and the order of the list. */
export function ReplayToolbar({ state, update }: ToolbarProps): ReactNode {
  const isSet = hasFurther(state);
  const [asked, setAsked] = useState(false);
  const isOpen = asked || isSet;
  return (
    <>
      <div className={classes.bar}>
        <SearchField
          label="Search recordings"
          placeholder="Session, person or page contains"
          value={state.q}
          onSubmit={(q) => update({ q }, { replace: true })}
        />
        <div role="group" aria-label="Only with" className={classes.chips}>
          {CHIPS.map(([name, label]) => (
            <ToggleChip key={name} isOn={state[name]} onToggle={() => update({ [name]: !state[name] })}>
              {label}
            </ToggleChip>
          ))}
        </div>
        <Select
          label="Shortest duration"
          value={state.min_duration}
          options={toLengths('Any duration')}
          onChange={(length) => update({ min_duration: length })}
        />
        <Select
          label="Least activity"
          value={state.min_active}
          options={toLengths('Any activity')}
          onChange={(length) => update({ min_active: length })}
        />
        <Select label="Order" value={state.sort} options={ORDERS} onChange={(sort) => update({ sort })} />
        <Button
          icon="filter"
          aria-expanded={isOpen}
          disabledReason={isSet ? 'One of these filters is set.' : undefined}
          onClick={() => setAsked(!asked)}
        >
          More filters
        </Button>
      </div>
      {isOpen && <FurtherFilters state={state} update={update} />}
    </>
  );
}
