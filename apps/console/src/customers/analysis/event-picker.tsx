import { useDeferredValue, useId, useState, type ReactNode } from 'react';
import { Button } from '../../ui/controls/button.js';
import { ToggleChip } from '../../ui/controls/toggle-chip.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import { useEventNames } from '../parts/use-event-fields.js';
import classes from './event-picker.module.css';

interface EventPickerProps {
  /** Name of the list, such as `Steps`. */
  readonly label: string;
  readonly events: readonly string[];
  readonly most: number;
  readonly onChange: (events: readonly string[]) => void;
  /** The order counts, and an event may occur again. */
  readonly isOrdered?: boolean;
}

/** Chooses events by name, with the names that the project has; a chosen one is removed by a click. */
export function EventPicker({ label, events, most, onChange, isOrdered = false }: EventPickerProps): ReactNode {
  const [typed, setTyped] = useState('');
  const id = useId();
  const names = useEventNames(useDeferredValue(typed));
  const add = (name: string): void => {
    const event = name.trim();
    setTyped('');
    if (event !== '' && events.length < most && (isOrdered || !events.includes(event))) onChange([...events, event]);
  };
  const isFull = events.length >= most;
  return (
    <div role="group" aria-label={label} className={classes.picker}>
      <span className={classes.label}>{label}</span>
      {events.map((event, index) => (
        <ToggleChip key={`${index} ${event}`} isOn onToggle={() => onChange(events.filter((_, at) => at !== index))}>
          {isOrdered && `${index + 1}. `}
          <OutsideText text={event} limit={60} /> ×
        </ToggleChip>
      ))}
      {!isFull && (
        <>
          <input
            type="text"
            list={id}
            aria-label={`Add to ${label.toLowerCase()}`}
            className={classes.input}
            placeholder="Name of an event"
            value={typed}
            maxLength={200}
            onChange={(change) => {
              const { value } = change.target;
              // A choice from the list arrives at once, without the input type of keys.
              const isChoice = (change.nativeEvent as InputEvent).inputType !== 'insertText' && names.includes(value);
              if (isChoice) add(value);
              else setTyped(value);
            }}
            onKeyDown={(key) => {
              if (key.key === 'Enter') add(typed);
            }}
          />
          <datalist id={id}>
            {names.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
          <Button icon="plus" aria-label={`Add the event to ${label.toLowerCase()}`} onClick={() => add(typed)} />
        </>
      )}
    </div>
  );
}
