import { Fragment, type ReactNode } from 'react';
import classes from './facts.module.css';

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
          <dt className={classes.name}>
            <bdi>{breakAtDots(name)}</bdi>
          </dt>
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
      {part}
    </Fragment>
  ));
}
