import type { ReactNode } from 'react';
import type { Trace } from '../../gen/api.js';
import { ScopeLink } from '../../links/scope-link.js';
import { formatCount, formatDuration } from '../../time/amounts.js';
import { TimeText } from '../../time/time-text.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import { toOutlineFacts } from '../trace/outline-facts.js';
import classes from './compare-page.module.css';

interface TraceSideProps {
  readonly label: string;
  readonly trace: Trace;
  /** The trace with which durations are compared. */
  readonly other?: Trace;
}

/** One of the two traces in a few words, with a link to it. */
export function TraceSide({ label, trace, other }: TraceSideProps): ReactNode {
  const { root, failed } = toOutlineFacts(trace);
  const difference = other === undefined ? 0 : trace.duration_ms - other.duration_ms;
  return (
    <section className={classes.side} aria-label={label}>
      <h2 className={classes.label}>{label}</h2>
      <p>
        <ScopeLink to={`traces/${trace.trace_id}`}>
          <OutsideText text={root === undefined ? trace.trace_id : `${root.service}: ${root.name}`} limit={200} />
        </ScopeLink>
      </p>
      <p className={classes.note}>
        {formatDuration(trace.duration_ms, 'ms')}
        {difference !== 0 && ` (${difference > 0 ? '+' : ''}${formatDuration(difference, 'ms')})`}
        {` · ${formatCount(trace.span_count)} spans · ${formatCount(failed)} failed · `}
        {trace.start_time !== undefined && <TimeText at={trace.start_time} />}
        {trace.truncated && ' · The trace has more spans than a response can contain; the others are not compared.'}
      </p>
    </section>
  );
}
