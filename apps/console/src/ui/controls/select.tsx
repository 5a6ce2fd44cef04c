import type { ReactNode } from 'react';
import { toPlainText } from '../../text/segments.js';
import { Icon } from './icon.js';
import classes from './select.module.css';

export interface Option<T extends string = string> {
  readonly value: T;
  readonly label: string;
}

interface SelectProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly Option<T>[];
  readonly onChange: (value: T) => void;
  /** Shows the label before the control instead of hiding it. */
  readonly showsLabel?: boolean;
}

/** The list of the browser, because it works everywhere, with the style of the other controls. */
export function Select<T extends string>({ label, value, options, onChange, showsLabel }: SelectProps<T>): ReactNode {
  return (
    <label className={classes.field}>
      <span className={showsLabel === true ? classes.label : classes.hidden}>{label}</span>
      <span className={classes.frame}>
        <select className={classes.select} value={value} onChange={(event) => onChange(event.target.value as T)}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {toPlainText(option.label)}
            </option>
          ))}
        </select>
        <span className={classes.arrow}>
          <Icon name="down" />
        </span>
      </span>
    </label>
  );
}
