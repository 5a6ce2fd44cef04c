import { useRef, type ReactNode } from 'react';
import { useApi } from '../../api/hooks.js';
import { ScopeLink } from '../../links/scope-link.js';
import { SubjectValue } from '../../links/subject-value.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { Panel } from '../../ui/layout/panel.js';
import { useReturnedFocus } from '../../ui/layout/use-returned-focus.js';
import { ValueActionsContext } from '../../ui/value/value-actions.js';
import { SpanPanel } from '../waterfall/span-panel.js';
import classes from './span-beside.module.css';
import { useTermActions } from './use-term-actions.js';

interface SpanBesideProps {
  readonly traceId: string;
  readonly spanId: string;
  readonly onClose: () => void;
}

/** The details of a span beside the trace; over it in narrow windows. */
export function SpanBeside({ traceId, spanId, onClose }: SpanBesideProps): ReactNode {
  const element = useRef<HTMLDivElement>(null);
  useReturnedFocus(element);
  const path = { trace_id: traceId, span_id: spanId };
  const { data, error, refetch } = useApi('GET /traces/{trace_id}/spans/{span_id}', { path }, { staleTime: 60_000 });
  const actions = useTermActions('traces', data?.span?.start_time);
  const renderTraceLink = (trace: string, span: string): ReactNode => (
    <ScopeLink to={`traces/${trace}`} search={{ span }}>
      <code>{trace === traceId ? span : `${trace}/${span}`}</code>
    </ScopeLink>
  );
  if (error)
    return (
      <Panel title="Span" onClose={onClose}>
        <ErrorBox error={error} onRetry={() => void refetch()} />
      </Panel>
    );
  return (
    <div
      ref={element}
      className={classes.beside}
      tabIndex={0}
      role="group"
      aria-label="Details of the span"
      aria-busy={!data}
    >
      {data && (
        <ValueActionsContext value={actions}>
          <SpanPanel
            details={data}
            renderValue={(field, value) => <SubjectValue field={field} value={value} />}
            renderTraceLink={renderTraceLink}
            onClose={onClose}
          />
        </ValueActionsContext>
      )}
    </div>
  );
}
