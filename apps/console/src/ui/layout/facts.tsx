import { Fragment, type ReactNode } from 'react';
import { OutsideText } from '../text/outside-text.js';
import classes from './facts.module.css';

/** UTF-16 units of a part of a name that are shown. */
const MAX_PART = 300;

export interface Fact {
  readonly name: string;
  readonly value: ReactNode;
}

/** Names with their values, one line each. */
export function Facts({ label, facts }: { readonly label: string; readonly facts: readonly Fact[] }): ReactNode {
  return (
    <dl aria-label={label}>
      {facts.map(({ name, value }) => (
        <div key={name} className={classes.fact}>
          <dt className={classes.name}>{breakAtDots(name)}</dt>
          <dd className={classes.value}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A long name may continue on the next line after each of its dots. */
function breakAtDots(name: string): ReactNode {
  const parts = name.split('.');
  return parts.map((part, index) => (
    <Fragment key={index}>
      {index > 0 && (
        <>
          .<wbr />
        </>
      )}
      <OutsideText text={part} limit={MAX_PART} />
    </Fragment>
  ));
}
