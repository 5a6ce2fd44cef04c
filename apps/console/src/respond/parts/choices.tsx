import type { ReactNode } from 'react';
import { ToggleChip } from '../../ui/controls/toggle-chip.js';
import classes from './respond.module.css';

interface ChoicesProps {
  readonly label: string;
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

/** A filter by any of few values; none means all of them. */
export function Choices({ label, options, chosen, onChange }: ChoicesProps): ReactNode {
  const toggle = (value: string): void =>
    onChange(chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value]);
  return (
    <div role="group" aria-label={label} className={classes.chips}>
      {options.map(([value, text]) => (
        <ToggleChip key={value} isOn={chosen.includes(value)} onToggle={() => toggle(value)}>
          {text}
        </ToggleChip>
      ))}
    </div>
  );
}

/** Options whose labels are their values. */
export function toOptions(values: readonly string[]): readonly (readonly [string, string])[] {
  return values.map((value) => [value, value]);
}

/** The chosen values that the list knows; an address may have any. */
export function known<T extends string>(values: readonly T[], chosen: readonly string[]): readonly T[] {
  return values.filter((value) => chosen.includes(value));
}
