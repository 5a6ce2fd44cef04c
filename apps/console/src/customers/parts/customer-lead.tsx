import type { ReactNode } from 'react';
import { ScopeLink } from '../../links/scope-link.js';
import { TimeText } from '../../time/time-text.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import classes from './customer-lead.module.css';

interface CustomerLeadProps {
  /** The tab of the list to which it belongs, and its name. */
  readonly tab: 'persons' | 'accounts';
  readonly list: string;
  /** Description in a few words. */
  readonly text: string;
  readonly firstSeen: string | undefined;
  readonly lastSeen: string | undefined;
}

/** The line under the name of a person or an account: the way back to the list, what it is, and when it was seen. */
export function CustomerLead({ tab, list, text, firstSeen, lastSeen }: CustomerLeadProps): ReactNode {
  return (
    <span className={classes.lead}>
      <ScopeLink to="customers" search={{ tab }}>
        {list}
      </ScopeLink>
      {text !== '' && <OutsideText text={text} limit={200} />}
      {firstSeen !== undefined && (
        <span>
          first seen <TimeText at={firstSeen} />
        </span>
      )}
      {lastSeen !== undefined && (
        <span>
          last seen <TimeText at={lastSeen} />
        </span>
      )}
    </span>
  );
}
