import type { ReactNode } from 'react';
import type { RejectedItems, SignalStatus } from '../gen/api.js';
import { ScopeLink } from '../links/scope-link.js';
import { useScope } from '../scope/scope.js';
import { formatCount } from '../time/format.js';
import { TimeText } from '../time/time-text.js';
import classes from './receipts.module.css';
import { SIGNAL_PAGES } from './signals.js';

/** Shows what was received of each signal in the last hour, and what was rejected and why. */
export function Receipts({ signals }: { readonly signals: readonly SignalStatus[] }): ReactNode {
  return (
    <ul className={classes.list} aria-live="polite">
      {signals.map((status) => (
        <li key={status.signal} className={classes.signal}>
          <Receipt status={status} />
        </li>
      ))}
    </ul>
  );
}

function Receipt({ status }: { readonly status: SignalStatus }): ReactNode {
  // Data that has just arrived is later than the moment that the page stands for.
  const { refresh } = useScope();
  const { signal, items, last_received_at: last, rejected } = status;
  const { label, target } = SIGNAL_PAGES[signal] ?? { label: signal };
  const isReceived = last !== undefined;
  return (
    <>
      <span className={classes.label} data-received={isReceived}>
        {isReceived && target ? (
          <ScopeLink {...target} onClick={refresh}>
            {label}
          </ScopeLink>
        ) : (
          label
        )}
      </span>
      <span className={classes.count}>{formatCount(items)}</span>
      <span className={classes.last}>{isReceived ? <TimeText at={last} form="time" /> : 'waiting'}</span>
      {rejected.map((reason) => (
        <Rejection key={reason.reason} rejected={reason} />
      ))}
    </>
  );
}

function Rejection({ rejected: { reason, items, explanation } }: { readonly rejected: RejectedItems }): ReactNode {
  return (
    <p className={classes.rejected}>
      {`${formatCount(items)} rejected: ${reason}`}
      {explanation !== undefined && ` — ${explanation}`}
    </p>
  );
}
