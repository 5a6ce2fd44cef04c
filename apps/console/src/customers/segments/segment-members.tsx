import type { ReactNode } from 'react';
import type { SegmentPreview } from '../../gen/api.js';
import { formatCount } from '../../time/amounts.js';
import classes from '../conditions/conditions.module.css';
import { AccountLink } from '../parts/customer-links.js';
import { toName } from '../parts/names.js';
import { Note } from '../parts/toolbar.js';

/** The number of matching accounts, and the first of them. */
export function SegmentMembers({ found: { total, sample } }: { readonly found: SegmentPreview }): ReactNode {
  return (
    <>
      <strong>{total === 1 ? '1 account now' : `${formatCount(total)} accounts now`}</strong>
      <ul aria-label="First accounts" className={classes.sample}>
        {sample.map(({ group_type: type, group_key: key, properties }) => (
          <li key={key}>
            <AccountLink type={type} id={key} name={toName(properties, key)} />
          </li>
        ))}
      </ul>
      {total > sample.length && <Note>The first {formatCount(sample.length)} by key.</Note>}
    </>
  );
}
