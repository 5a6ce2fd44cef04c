import { memo, useId, useState, type ReactNode } from 'react';
import type { TimelineEntry } from '../../gen/api.js';
import { TimeText } from '../../time/time-text.js';
import { Badge, type Tone } from '../../ui/controls/badge.js';
import { Button } from '../../ui/controls/button.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import { LazyJson } from '../../ui/value/lazy-json.js';
import { PersonLink } from '../parts/customer-links.js';
import { EntryLink } from './entry-link.js';
import { labelOne } from './kinds.js';
import classes from './timeline.module.css';

interface TimelineRowProps {
  readonly entry: TimelineEntry;
  readonly showsPerson: boolean;
}

const TONES: Readonly<Record<string, Tone>> = { fatal: 'danger', error: 'danger', warn: 'warn' };
/** Characters of a title that a row shows. */
const SHOWN = 300;

/** One entry: its time, kind and title, which leads to its page, and its details on demand. */
export const TimelineRow = memo(function TimelineRow({ entry, showsPerson }: TimelineRowProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const { kind, payload, timestamp, severity, distinct_id: person } = entry;
  const title = <OutsideText text={entry.title} limit={SHOWN} ansi="strip" />;
  return (
    <li className={classes.entry}>
      <span className={classes.time}>{timestamp !== undefined && <TimeText at={timestamp} form="time" />}</span>
      <span className={classes.kind}>
        <Badge tone={TONES[severity] ?? 'neutral'}>{labelOne(kind)}</Badge>
      </span>
      <span className={classes.title}>
        <EntryLink entry={entry}>{title}</EntryLink>
      </span>
      <span className={classes.who}>
        {person === undefined ? (
          <span title="The entry names no person; its session relates it.">by session</span>
        ) : (
          showsPerson && <PersonLink id={person} />
        )}
      </span>
      <Button
        kind="quiet"
        icon={isOpen ? 'down' : 'right'}
        aria-label={`Details of ${entry.title.slice(0, 80)}`}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      />
      {isOpen && (
        <div id={id} className={classes.details}>
          <LazyJson label="Details" value={payload ?? {}} fileName={`${kind}.json`} />
        </div>
      )}
    </li>
  );
});
