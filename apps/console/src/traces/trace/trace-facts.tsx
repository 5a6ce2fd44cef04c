import type { ReactNode } from 'react';
import { useApi } from '../../api/hooks.js';
import type { Trace } from '../../gen/api.js';
import { formatCount, formatDuration } from '../../time/amounts.js';
import { TimeText } from '../../time/time-text.js';
import { ValueActionsContext } from '../../ui/value/value-actions.js';
import { ValueCell } from '../../ui/value/value-cell.js';
import type { OutlineFacts } from './outline-facts.js';
import classes from './trace-facts.module.css';
import { useTermActions } from './use-term-actions.js';

interface TraceFactsProps {
  readonly trace: Trace;
  readonly facts: OutlineFacts;
}

/** Summarizes a trace in one line. Its release, environment and person are those of the root span. */
export function TraceFacts({ trace, facts: { root, services, failed } }: TraceFactsProps): ReactNode {
  const actions = useTermActions('traces', trace.start_time);
  const path = { trace_id: trace.trace_id, span_id: root?.id ?? '' };
  const options = { enabled: root !== undefined, staleTime: 60_000 };
  const span = useApi('GET /traces/{trace_id}/spans/{span_id}', { path }, options).data?.span;
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
      <ValueCell field={field} value={value} />
    </Item>
  );
}
