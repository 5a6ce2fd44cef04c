import type { ReactNode } from 'react';
import { ToggleChip } from '../../ui/controls/toggle-chip.js';
import { KINDS, labelMany } from './kinds.js';
import classes from './timeline.module.css';

interface KindChipsProps {
  readonly kinds: readonly string[];
  readonly onChange: (kinds: readonly string[]) => void;
}

/** Narrows a timeline to kinds of entries; none of them means all. */
export function KindChips({ kinds, onChange }: KindChipsProps): ReactNode {
  return (
    <div role="group" aria-label="Kinds" className={classes.chips}>
      {KINDS.map((kind) => (
        <ToggleChip
          key={kind}
          isOn={kinds.includes(kind)}
          onToggle={() => onChange(kinds.includes(kind) ? kinds.filter((other) => other !== kind) : [...kinds, kind])}
        >
          {labelMany(kind)}
        </ToggleChip>
      ))}
    </div>
  );
}
