import type { ReactNode } from 'react';
import { OutsideText } from '../text/outside-text.js';
import classes from './stat.module.css';

/** UTF-16 units of a figure that are shown. */
const MAX_VALUE = 300;

interface StatProps {
  /** May be a link, which the whole figure then opens. */
  readonly label: ReactNode;
  /** Undefined while it is not known. */
  readonly value: string | undefined;
  /** Describes the value in a few words. */
  readonly note?: ReactNode;
  readonly tone?: 'danger' | 'warn' | undefined;
}

/** One figure with its name. */
export function Stat({ label, value, note, tone }: StatProps): ReactNode {
  return (
    <div className={classes.stat}>
      <p className={classes.label}>{label}</p>
      <p className={classes.value} data-tone={tone}>
        <OutsideText text={value ?? '–'} limit={MAX_VALUE} />
      </p>
      <p className={classes.note}>{note}</p>
    </div>
  );
}
