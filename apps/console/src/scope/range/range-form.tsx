import { useId, useState, type ReactNode } from 'react';
import { readTyped, toTyped, type TypedPoint } from '../../time/range-input.js';
import type { Range } from '../../time/range.js';
import { Button } from '../../ui/controls/button.js';
import classes from './range-picker.module.css';

interface RangeFormProps {
  readonly range: Range;
  readonly zone: string;
  readonly onChange: (range: Range) => void;
}

/** Start and end as they are typed, in the zone that is shown, and what was understood. */
export function RangeForm({ range, zone, onChange }: RangeFormProps): ReactNode {
  const [nowMs] = useState(() => Date.now());
  const [from, setFrom] = useState(() => toTyped(range.from, zone, nowMs));
  const [to, setTo] = useState(() => toTyped(range.to, zone, nowMs));
  const start = readTyped(from, zone, nowMs);
  const end = readTyped(to, zone, nowMs);
  const reason = refuse(start, end);
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (start && end && reason === undefined) onChange({ from: start.text, to: end.text });
      }}
    >
      <TypedField label="From" text={from} point={start} onText={setFrom} />
      <TypedField label="To" text={to} point={end} onText={setTo} />
      <Button type="submit" kind="primary" disabledReason={reason}>
        Apply
      </Button>
    </form>
  );
}

interface TypedFieldProps {
  readonly label: string;
  readonly text: string;
  readonly point: TypedPoint | undefined;
  readonly onText: (text: string) => void;
}

function TypedField({ label, text, point, onText }: TypedFieldProps): ReactNode {
  const id = useId();
  const meaning = point === undefined ? 'Try 08:30, nov 1 8:30, 2026-11-01 08:30 or -15m' : point.meaning;
  return (
    <div>
      <label className={classes.label} htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className={classes.input}
        value={text}
        spellCheck={false}
        autoComplete="off"
        aria-invalid={point === undefined}
        aria-describedby={`${id}-meaning`}
        onChange={(event) => onText(event.target.value)}
      />
      <p id={`${id}-meaning`} className={point === undefined ? classes.invalid : classes.meaning} aria-live="polite">
        {meaning}
        {point?.note !== undefined && <span className={classes.note}>{point.note}</span>}
      </p>
    </div>
  );
}

function refuse(start: TypedPoint | undefined, end: TypedPoint | undefined): string | undefined {
  if (!start) return 'The start is no time';
  if (!end) return 'The end is no time';
  return start.ms < end.ms ? undefined : 'The end must be after the start';
}
