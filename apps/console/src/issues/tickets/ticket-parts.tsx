import type { ReactNode } from 'react';
import type { Ticket } from '../../gen/api.js';
import { TimeText } from '../../time/time-text.js';
import { Badge, type Tone } from '../../ui/controls/badge.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import classes from '../detail/issue-details.module.css';

const TONES: Readonly<Record<string, Tone>> = { synced: 'ok', retrying: 'warn', failed: 'danger' };

/** The ID of a ticket at its provider, which leads there. */
export function TicketName({ ticket }: { readonly ticket: Ticket }): ReactNode {
  const { provider, external_id: id, external_url: url, title } = ticket;
  const name = (
    <>
      {provider} <OutsideText text={id === '' ? title : id} limit={60} />
    </>
  );
  if (!/^https?:\/\//.test(url)) return name;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer">
      {name}
    </a>
  );
}

/** The state of a ticket's synchronization, with the last error and the time of the next attempt. */
export function TicketSync({ ticket }: { readonly ticket: Ticket }): ReactNode {
  const { sync_state: state, error, next_retry_at: next } = ticket;
  return (
    <>
      <Badge tone={TONES[state] ?? 'neutral'}>{state}</Badge>
      {error && <span className={classes.note}>{` ${error.code.replaceAll('_', ' ')}`}</span>}
      {next !== undefined && (
        <span className={classes.note}>
          {' next attempt '}
          <TimeText at={next} form="time" />
        </span>
      )}
    </>
  );
}
