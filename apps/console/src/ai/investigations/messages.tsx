import { useState, type FormEvent, type ReactNode } from 'react';
import { useApiChange } from '../../api/hooks.js';
import type { Investigation } from '../../gen/api.js';
import { useSession } from '../../session/session.js';
import { TimeText } from '../../time/time-text.js';
import { Button } from '../../ui/controls/button.js';
import { TextField } from '../../ui/controls/text-field.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { Card } from '../../ui/layout/card.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import classes from './messages.module.css';

/** The messages that continued an investigation, how each was understood, and what was found again; and the next one. */
export function Messages({ investigation }: { readonly investigation: Investigation }): ReactNode {
  const { id, status, messages, reruns } = investigation;
  const { can } = useSession();
  const [message, setMessage] = useState('');
  const send = useApiChange('POST /investigations/{investigation_id}/messages', [
    'GET /investigations/{investigation_id}',
    'GET /investigations',
  ]);
  const reason = !can('investigations:write')
    ? 'Your role does not have investigations:write.'
    : status !== 'completed'
      ? 'Only a completed investigation can be continued.'
      : message.trim() === ''
        ? 'Type a message.'
        : undefined;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (reason !== undefined || send.isPending) return;
    const input = { path: { investigation_id: id }, body: { message: message.trim() } };
    send.mutate(input, { onSuccess: () => setMessage('') });
  };
  return (
    <Card title="Go on">
      <ol aria-label="Messages" className={classes.list}>
        {messages.map(({ text, understood, at }) => (
          <li key={`${at ?? ''} ${text}`}>
            <OutsideText text={text} limit={500} />
            <p className={classes.note}>
              {at !== undefined && <TimeText at={at} />} <OutsideText text={understood} limit={500} />
            </p>
          </li>
        ))}
        {reruns.map(({ evidence_id: evidence, outcome, title, round }) => (
          <li key={`${round} ${evidence}`}>
            <OutsideText text={`Again, ${outcome}: ${title ?? evidence.slice(0, 8)}`} limit={500} />
          </li>
        ))}
      </ol>
      <form className={classes.form} onSubmit={submit}>
        <TextField
          label="Message"
          value={message}
          maxLength={500}
          placeholder="only checkout since 10:00"
          hint="Names services, environments or a time; or: all services, check and kinds of evidence, rerun and IDs."
          onChange={setMessage}
        />
        <Button type="submit" disabledReason={reason}>
          Send
        </Button>
      </form>
      {send.error && <ErrorBox error={send.error} />}
    </Card>
  );
}
