import type { ReactNode } from 'react';
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
            <bdi>{name}</bdi>
          </dt>
          <dd className={classes.value}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
