import type { ReactNode } from 'react';
import type { Flag } from '../gen/api.js';
import { PanelSection } from '../ui/layout/panel.js';
import { OutsideText } from '../ui/text/outside-text.js';
import { describeMatch, describeResult } from './describe-flag.js';
import classes from './flag.module.css';

const SHOWN = 600;

/** The rules in the order in which they are tried, in words. */
export function Rules({ flag }: { readonly flag: Flag }): ReactNode {
  const groups = flag.filters?.groups ?? [];
  const holdout = flag.filters?.holdout;
  const rest = flag.default_variant === undefined ? 'off' : `off, with the variant ${flag.default_variant}`;
  return (
    <PanelSection title="Rules">
      {!flag.active && (
        <p className={classes.note}>The flag is inactive: its rules wait, and it is off for everyone.</p>
      )}
      <ol aria-label="Rules" className={classes.rules}>
        {holdout && (
          <li className={classes.rule}>
            <span>{`Holdout ${holdout.key}`}</span>
            <span className={classes.result}>{`${holdout.percentage} % never get the flag`}</span>
          </li>
        )}
        {groups.map((group, index) => (
          <li key={index} className={classes.rule}>
            <span>
              <span className={classes.number}>{index + 1}</span>{' '}
              <OutsideText text={describeMatch(group, flag)} limit={SHOWN} />
            </span>
            <span className={classes.result}>{describeResult(group, flag)}</span>
          </li>
        ))}
        <li className={classes.rule}>
          <span>{groups.length === 0 ? 'Everyone' : 'Everyone else'}</span>
          <span className={classes.result}>{rest}</span>
        </li>
      </ol>
      {groups.length > 1 && <p className={classes.note}>The first rule whose conditions and share apply decides.</p>}
    </PanelSection>
  );
}
