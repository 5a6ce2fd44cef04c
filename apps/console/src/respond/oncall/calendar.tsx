import type { ReactNode } from 'react';
import { seriesTone } from '../../charts/parts/tones.js';
import tones from '../../charts/parts/tones.module.css';
import { toPlainText } from '../../text/segments.js';
import { MONTHS } from '../../time/format.js';
import { classNames } from '../../ui/controls/class-names.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import classes from './oncall.module.css';
import type { Day, Segment } from './to-days.js';

const LANE_HEIGHT = 24;
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;

/** Each day from midnight to midnight, with who is on call and where nobody is. */
export function Calendar({ days }: { readonly days: readonly Day[] }): ReactNode {
  const users = [...new Set(days.flatMap(({ segments }) => segments.map(({ userId }) => userId)))].filter(Boolean);
  return (
    <div className={classes.calendar}>
      <div className={classes.hours} aria-hidden="true">
        <span />
        <span className={classes.scale}>
          {[0, 6, 12, 18, 24].map((hour) => (
            <span key={hour}>{`${hour}:00`}</span>
          ))}
        </span>
      </div>
      <ol aria-label="Calendar" className={classes.calendar}>
        {days.map(({ wall, segments, lanes }) => (
          <li key={wall} className={classes.day}>
            <span className={classes.date}>{nameDay(wall)}</span>
            <ul className={classes.track} style={{ height: lanes * LANE_HEIGHT }}>
              {segments.map((segment) => (
                <Part key={`${segment.kind} ${segment.userId} ${segment.from}`} segment={segment} users={users} />
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </div>
  );
}

function nameDay(wall: number): string {
  const date = new Date(wall);
  return `${WEEKDAYS[date.getUTCDay()] ?? ''} ${date.getUTCDate()} ${MONTHS[date.getUTCMonth()] ?? ''}`;
}

function Part({ segment, users }: { readonly segment: Segment; readonly users: readonly string[] }): ReactNode {
  const { kind, name, userId, source, from, to, start, end, lane } = segment;
  const isGap = kind === 'gap';
  const who = isGap ? 'Nobody' : name;
  const why = isGap ? describeGap(name) : source === 'override' ? 'by an override' : '';
  const text = `${who} ${start}–${end}${why === '' ? '' : `, ${why}`}`;
  const tone = isGap ? 'danger' : seriesTone(users.indexOf(userId));
  return (
    <li
      title={toPlainText(text)}
      className={classNames(classes.segment, tones[tone], isGap && classes.gap)}
      style={{ left: `${from * 100}%`, width: `${(to - from) * 100}%`, top: lane * LANE_HEIGHT + 1 }}
    >
      <span className={classes.text}>
        <OutsideText text={text} />
      </span>
    </li>
  );
}

/** The reason of a gap in words. */
export function describeGap(reason: string): string {
  return reason === 'member_left' ? 'because the planned members have left' : 'because no layer covers the time';
}
