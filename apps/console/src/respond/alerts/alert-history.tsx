import type { ReactNode } from 'react';
import type { AlertTransition } from '../../gen/api.js';
import { useMembers } from '../../session/use-members.js';
import { TimeText } from '../../time/time-text.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import { State } from '../parts/states.js';
import classes from './alerts.module.css';

/** The transitions of an alert, the newest first. */
export function AlertHistory({ history }: { readonly history: readonly AlertTransition[] }): ReactNode {
  const { nameOf } = useMembers();
  return (
    <ol aria-label="History of the alert" className={classes.history}>
      {history.toReversed().map(({ at = '', from, to, reason, actor, note }, index) => (
        <li key={history.length - index} className={classes.step}>
          <span className={classes.time}>
            <TimeText at={at} />
          </span>
          <span>
            {from !== to && <State name={to} />} {reason.replaceAll('_', ' ')}
            {actor && actor.type !== 'system' && (
              <>
                {' by '}
                <OutsideText text={nameOf(actor.id)} />
              </>
            )}
            {note !== undefined && note !== '' && (
              <>
                {': '}
                <OutsideText text={note} limit={500} />
              </>
            )}
          </span>
        </li>
      ))}
    </ol>
  );
}
