import { memo, type ReactNode } from 'react';
import type { IncidentEntry } from '../../../gen/api.js';
import { useMembers, type Members } from '../../../session/use-members.js';
import { TimeText } from '../../../time/time-text.js';
import { ErrorBox } from '../../../ui/feedback/error-box.js';
import { PanelSection } from '../../../ui/layout/panel.js';
import { OutsideText } from '../../../ui/text/outside-text.js';
import classes from '../incidents.module.css';
import { describeEntry } from './describe-entry.js';
import { useTimeline } from './use-timeline.js';

/** The history of an incident; new entries appear by themselves. */
export function IncidentTimeline({
  incidentId,
  children,
}: {
  readonly incidentId: string;
  readonly children: ReactNode;
}): ReactNode {
  const { nameOf } = useMembers();
  const { data, error, refetch } = useTimeline(incidentId);
  return (
    <PanelSection title="Timeline">
      {error && <ErrorBox error={error} onRetry={() => void refetch()} />}
      <div role="log" aria-label="Timeline" className={classes.timeline}>
        {data?.entries.map((entry) => (
          <Entry key={entry.id} entry={entry} nameOf={nameOf} />
        ))}
      </div>
      {children}
    </PanelSection>
  );
}

interface EntryProps {
  readonly entry: IncidentEntry;
  readonly nameOf: Members['nameOf'];
}

const MAX_TEXT = 10_000;

const Entry = memo(function Entry({ entry, nameOf }: EntryProps): ReactNode {
  const { kind, at = '', actor } = entry;
  const { title, text, missed } = describeEntry(entry, nameOf);
  const isOwn = actor === undefined || actor.type === 'system';
  const author = isOwn ? 'The service' : nameOf(actor.id);
  // Titles of most things that the service does are whole sentences.
  const hasAuthor = !isOwn || /^[a-z]/.test(title);
  return (
    <div className={classes.entry} data-kind={kind}>
      <span className={classes.time}>
        <TimeText at={at} />
      </span>
      <div>
        <p className={classes.text}>
          {hasAuthor && (
            <>
              <strong>
                <OutsideText text={author} />
              </strong>{' '}
            </>
          )}
          <OutsideText text={title} limit={400} />
        </p>
        {text !== '' && (
          <p className={kind === 'comment' ? classes.comment : classes.time}>
            <OutsideText text={text} limit={MAX_TEXT} />
          </p>
        )}
        {missed.map((sentence) => (
          <p key={sentence} className={classes.missed}>
            <OutsideText text={sentence} limit={400} />
          </p>
        ))}
      </div>
    </div>
  );
});
