import type { ReactNode } from 'react';
import type { Trace } from '../../gen/api.js';
import { LogPanel } from '../../rows/log-record/log-panel.js';
import { Beside } from '../../ui/layout/panel.js';
import { ValueActionsContext } from '../../ui/value/value-actions.js';
import type { Update } from '../../url/use-search-state.js';
import { Waterfall } from '../waterfall/waterfall.js';
import type { TraceState } from './fields.js';
import { SpanBeside } from './span-beside.js';
import { TraceErrors } from './trace-errors.js';
import { TraceLogs } from './trace-logs.js';
import { TraceRelated } from './trace-related.js';
import classes from './trace-view.module.css';
import { useTermActions } from './use-term-actions.js';
import type { TraceData } from './use-trace-data.js';

interface TraceViewProps {
  readonly trace: Trace;
  readonly data: TraceData;
  readonly state: TraceState;
  readonly update: Update<TraceState>;
}

/** The view that is chosen, with the span or the log record that is open beside it. */
export function TraceView({ trace, data, state: { view, span, log }, update }: TraceViewProps): ReactNode {
  const logActions = useTermActions('logs', trace.start_time);
  const openSpan = (id: string | undefined): void => update({ span: id, log: undefined }, { replace: true });
  const openLog = (id: string | undefined): void => update({ log: id, span: undefined }, { replace: true });
  return (
    <Beside>
      <div className={classes.view}>
        {view === 'waterfall' && (
          <Waterfall
            trace={trace}
            criticalPath={data.critical.data?.segments}
            logs={data.logs.data?.logs}
            openSpanId={span}
            onOpen={openSpan}
          />
        )}
        {view === 'logs' && <TraceLogs logs={data.logs} open={log} onOpen={(record) => openLog(record?.log_id)} />}
        {view === 'errors' && <TraceErrors traceId={trace.trace_id} related={data.related} />}
        {view === 'related' && <TraceRelated related={data.related} replay={data.replay} />}
      </div>
      {span !== undefined && <SpanBeside traceId={trace.trace_id} spanId={span} onClose={() => openSpan(undefined)} />}
      {log !== undefined && (
        <ValueActionsContext value={logActions}>
          <LogPanel id={log} onClose={() => openLog(undefined)} onOpen={openLog} />
        </ValueActionsContext>
      )}
    </Beside>
  );
}
