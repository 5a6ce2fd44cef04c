import type { ReactNode } from 'react';
import { Button } from '../../../ui/controls/button.js';
import { Select } from '../../../ui/controls/select.js';
import { TextField } from '../../../ui/controls/text-field.js';
import classes from '../../parts/respond.module.css';
import { DAYS, type WindowDraft } from './draft.js';

const TYPES = [
  { value: 'daily', label: 'Daily' },
  { value: 'weekly', label: 'Weekly' },
] as const;
const DAY_OPTIONS = DAYS.map((value) => ({ value, label: `${value.slice(0, 1).toUpperCase()}${value.slice(1)}` }));

interface WindowFormProps {
  /** Position of the window, from 1. */
  readonly nth: number;
  readonly window: WindowDraft;
  readonly onChange: (window: WindowDraft) => void;
  readonly onRemove: () => void;
}

/** A window of local time in which a layer applies. */
export function WindowForm({ nth, window, onChange, onRemove }: WindowFormProps): ReactNode {
  const set = (fields: Partial<WindowDraft>): void => onChange({ ...window, ...fields });
  const isWeekly = window.type === 'weekly';
  return (
    <div role="group" aria-label={`Window ${nth}`} className={classes.fields}>
      <Select label="Repeats" value={window.type} options={TYPES} onChange={(type) => set({ type })} />
      {isWeekly && (
        <Select
          label="From day"
          value={window.startDay}
          options={DAY_OPTIONS}
          onChange={(startDay) => set({ startDay })}
        />
      )}
      <TextField label="From" type="time" value={window.startTime} onChange={(startTime) => set({ startTime })} />
      {isWeekly && (
        <Select label="Until day" value={window.endDay} options={DAY_OPTIONS} onChange={(endDay) => set({ endDay })} />
      )}
      <TextField label="Until" type="time" value={window.endTime} onChange={(endTime) => set({ endTime })} />
      <Button kind="quiet" icon="trash" aria-label={`Remove window ${nth}`} onClick={onRemove} />
    </div>
  );
}
