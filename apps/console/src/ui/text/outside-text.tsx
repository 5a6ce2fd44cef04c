import { useMemo } from 'react';
import { stripAnsi } from '../../text/ansi.js';
import { splitText, type Highlight, type Segment } from '../../text/segments.js';
import { formatBytes } from '../../time/amounts.js';
import classes from './outside-text.module.css';

/**
 * A text from outside. Characters that would act or hide are chips, and the rest of a long text is only counted. Highlights are places in
 * the text without sequences of a terminal, which are left out.
 */
export function OutsideText({
  text,
  highlights,
  limit,
  ansi = 'chips',
}: {
  readonly text: string;
  readonly highlights?: readonly Highlight[];
  /** UTF-16 units that are shown at most. */
  readonly limit?: number;
  /** Sequences of a terminal are shown as chips or left out. */
  readonly ansi?: 'chips' | 'strip';
}) {
  const shown = ansi === 'strip' ? stripAnsi(text) : text;
  const { segments, left } = useMemo(() => splitText(shown, highlights, limit), [shown, highlights, limit]);
  return (
    <bdi>
      {segments.map((segment, index) => (
        <Part key={index} segment={segment} />
      ))}
      {left > 0 && <span className={classes['more']}> … {formatBytes(left)} more</span>}
    </bdi>
  );
}

function Part({ segment }: { readonly segment: Segment }) {
  if (segment.kind === 'chip')
    return (
      <span className={classes['chip']} title={segment.code}>
        {segment.name}
      </span>
    );
  return segment.marked ? <mark className={classes['mark']}>{segment.text}</mark> : segment.text;
}
