import type { ReactNode } from 'react';
import { SearchLine } from '../../search/search-line.js';
import { formatDuration } from '../../time/amounts.js';
import { Segmented } from '../../ui/controls/segmented.js';
import { Select } from '../../ui/controls/select.js';
import { ToggleChip } from '../../ui/controls/toggle-chip.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import type { Update } from '../../url/use-search-state.js';
import { ORDERS, toMinDuration, type Order, type TracesState } from '../fields.js';
import classes from './trace-toolbar.module.css';
import { useSpanFields } from './use-span-fields.js';

interface TraceToolbarProps {
  readonly state: TracesState;
  readonly update: Update<TracesState>;
  readonly error: Error | null;
}

const STATUSES = [
  { value: 'any', label: 'All' },
  { value: 'error', label: 'Failed' },
  { value: 'ok', label: 'Not failed' },
] as const;

const SORTS = (Object.keys(ORDERS) as Order[]).map((value) => ({ value, label: ORDERS[value].label }));

/** Minimum durations to choose from, in milliseconds. */
const MINIMA = [1, 10, 100, 500, 1000, 5000, 30_000];

/** The search, the filters and the order of the list. */
export function TraceToolbar({ state, update, error }: TraceToolbarProps): ReactNode {
  const fields = useSpanFields();
  const { service, operation, status, person, sort } = state;
  return (
    <>
      <div className={classes.line}>
        <SearchLine
          label="Search traces"
          placeholder={'Words, "phrases", field:value, AND, OR, NOT'}
          value={state.q}
          fields={fields}
          error={error}
          onSubmit={(q) => update({ q })}
        />
      </div>
      <div className={classes.filters}>
        <Segmented label="Status" value={status} options={STATUSES} onChange={(next) => update({ status: next })} />
        <Select label="Duration" value={state.min} options={toMinima(state.min)} onChange={(min) => update({ min })} />
        <Chips
          name="service"
          values={service}
          onRemove={(gone) => update({ service: service.filter((other) => other !== gone) })}
        />
        <Chips
          name="operation"
          values={operation}
          onRemove={(gone) => update({ operation: operation.filter((other) => other !== gone) })}
        />
        <Chips
          name="person"
          values={person === undefined ? [] : [person]}
          onRemove={() => update({ person: undefined })}
        />
        <span className={classes.gap} />
        <Select label="Order" value={sort} options={SORTS} onChange={(next) => update({ sort: next })} />
      </div>
    </>
  );
}

/** The minimum durations, with that of the address among them. */
function toMinima(current: string) {
  const min = toMinDuration(current);
  const minima = min === undefined || MINIMA.includes(min) ? MINIMA : [...MINIMA, min].toSorted((a, b) => a - b);
  return [
    { value: '', label: 'Any duration' },
    ...minima.map((ms) => ({ value: String(ms), label: `At least ${formatDuration(ms, 'ms')}` })),
  ];
}

interface ChipsProps {
  readonly name: string;
  readonly values: readonly string[];
  readonly onRemove: (value: string) => void;
}

function Chips({ name, values, onRemove }: ChipsProps): ReactNode {
  return values.map((value) => (
    <ToggleChip key={value} isOn onToggle={() => onRemove(value)}>
      <span className={classes.chip}>
        <OutsideText text={`${name}: ${value}`} />
      </span>{' '}
      ×
    </ToggleChip>
  ));
}
