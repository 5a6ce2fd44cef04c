import type { ReactNode } from 'react';
import { classNames } from './class-names.js';
import classes from './toggle-chip.module.css';

interface ToggleChipProps {
  readonly isOn: boolean;
  readonly onToggle: () => void;
  readonly children: ReactNode;
  /** CSS colour of the dot before the text. */
  readonly color?: string;
}

/** A filter that is on or off. */
export function ToggleChip({ isOn, onToggle, children, color }: ToggleChipProps): ReactNode {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      className={classNames(classes.chip, isOn && classes.on)}
      onClick={onToggle}
    >
      {color !== undefined && <span className={classes.dot} style={{ background: color }} />}
      {children}
    </button>
  );
}
