import type { ReactNode } from 'react';
import { OutsideText } from '../../ui/text/outside-text.js';
import classes from './labels.module.css';

interface LabelsProps {
  readonly labels: Readonly<Record<string, string>>;
  /** Names that are shown elsewhere. */
  readonly without?: readonly string[];
}

/** The labels of an alert, as `name=value` each. */
export function Labels({ labels, without = [] }: LabelsProps): ReactNode {
  const shown = Object.entries(labels).filter(([name]) => !without.includes(name));
  return (
    <span className={classes.labels}>
      {shown.map(([name, value]) => (
        <code key={name} className={classes.label}>
          <OutsideText text={`${name}=${value}`} limit={160} />
        </code>
      ))}
    </span>
  );
}
