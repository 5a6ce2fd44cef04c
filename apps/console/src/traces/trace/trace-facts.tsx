import type { ReactNode } from 'react';
import { useApi } from '../../api/hooks.js';
import type { Trace } from '../../gen/api.js';
import { MomentLink } from '../../links/moment-link.js';
import { SubjectValue } from '../../links/subject-value.js';
import { formatCount, formatDuration } from '../../time/amounts.js';
import { TimeText } from '../../time/time-text.js';
import { ValueActionsContext } from '../../ui/value/value-actions.js';
import type { OutlineFacts } from './outline-facts.js';
import classes from './trace-facts.module.css';
import { useTermActions } from './use-term-actions.js';
import type { TraceData } from './use-trace-data.js';

interface TraceFactsProps {
  readonly trace: Trace;
  readonly facts: OutlineFacts;
  readonly replay: TraceData['replay'];
}

/** Summarizes a trace in one line. Its release, environment and person are those of the root span; its recording is the first one. */
export function TraceFacts({ trace, facts: { root, services, failed }, replay }: TraceFactsProps): ReactNode {
  const actions = useTermActions('traces', trace.start_time);
  const path = { trace_id: trace.trace_id, span_id: root?.id ?? '' };
  const options = { enabled: root !== undefined, staleTime: 60_000 };
  const span = useApi('GET /traces/{trace_id}/spans/{span_id}', { path }, options).data?.span;
  const [match] = replay.data?.matches ?? [];
  return (
    <ValueActionsContext value={actions}>
      <dl className={classes.facts} aria-label="Facts">
        <Item name="Duration">{formatDuration(trace.duration_ms, 'ms')}</Item>
        <Item name="Spans">{formatCount(trace.span_count)}</Item>
        <Item name="Services">{formatCount(services)}</Item>
        <Item name="Failed spans">
          {failed > 0 ? <strong className={classes.failed}>{formatCount(failed)}</strong> : '0'}
        </Item>
        {trace.start_time !== undefined && (
          <Item name="Start">
            <TimeText at={trace.start_time} precision="millisecond" />
          </Item>
        )}
        <Value name="Environment" field="environment" value={span?.environment} />
        <Value name="Release" field="release" value={span?.release} />
        <Value name="Person" field="distinct_id" value={span?.distinct_id} />
        {match?.recording && (
          <Item name="Recording">
            <MomentLink sessionId={match.recording.session_id} offsetMs={match.offset_ms}>
              {`at ${formatDuration(match.offset_ms, 'ms')}`}
            </MomentLink>
          </Item>
        )}
      </dl>
    </ValueActionsContext>
  );
}

function Item({ name, children }: { readonly name: string; readonly children: ReactNode }): ReactNode {
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

interface ValueProps {
  readonly name: string;
  readonly field: string;
  readonly value: string | undefined;
}

/** A value of the root span; absent if it has none. */
function Value({ name, field, value = '' }: ValueProps): ReactNode {
  if (value === '') return null;
  return (
    <Item name={name}>
      <SubjectValue field={field} value={value} />
    </Item>
  );
}
