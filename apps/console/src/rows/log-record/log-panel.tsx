import type { ReactNode } from 'react';
import { useApi } from '../../api/hooks.js';
import type { LogRecord } from '../../gen/api.js';
import { ScopeLink } from '../../links/scope-link.js';
import { TargetLink } from '../../links/target-link.js';
import { copyText } from '../../text/copy-text.js';
import { TimeText } from '../../time/time-text.js';
import { useElapsed } from '../../time/use-elapsed.js';
import { Button } from '../../ui/controls/button.js';
import { announce } from '../../ui/feedback/announcements.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { Facts, type Fact } from '../../ui/layout/facts.js';
import { Panel, PanelSection } from '../../ui/layout/panel.js';
import { AnsiText } from '../../ui/text/ansi-text.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import { ValueCell } from '../../ui/value/value-cell.js';
import { DeleteLog } from './delete-log.js';
import { LevelMark } from './level-mark.js';
import { LogAttributes } from './log-attributes.js';
import { LogNeighbors } from './log-neighbors.js';
import classes from './log-panel.module.css';

interface LogPanelProps {
  readonly id: string;
  /** The record, if it has just arrived in a stream. */
  readonly arrived?: LogRecord | undefined;
  readonly onClose: () => void;
  readonly onOpen: (id: string) => void;
}

/** Milliseconds after which a record that a stream has sent can be read. */
const STORED_AFTER_MS = 3000;

/** One record with everything that it has, and the records around it. */
export function LogPanel({ id, arrived, onClose, onOpen }: LogPanelProps): ReactNode {
  const path = { log_id: id };
  // A record can be read some time after a stream has sent it.
  const isStored = useElapsed(arrived?.log_id === id ? STORED_AFTER_MS : 0, id);
  const { data, error, refetch } = useApi(
    'GET /logs/{log_id}/context',
    { path, query: { before: 10, after: 10 } },
    { enabled: isStored },
  );
  const isOther = data?.log !== undefined && data.log.log_id !== id;
  const log = arrived ?? (isOther ? undefined : data?.log);
  const title = log ? (
    <span className={classes.title}>
      <LevelMark level={log.level} />
      {log.timestamp !== undefined && <TimeText at={log.timestamp} precision="full" />}
    </span>
  ) : (
    'Log record'
  );
  const copy = (text: string): void =>
    void copyText(text).then((isCopied) => announce(isCopied ? 'Copied' : 'The browser refused to copy'));
  return (
    <Panel
      title={title}
      onClose={onClose}
      actions={
        log && (
          <>
            <Button kind="quiet" icon="copy" aria-label="Copy the body" onClick={() => copy(log.body)} />
            <DeleteLog id={log.log_id} onDeleted={onClose} />
          </>
        )
      }
    >
      {error && <ErrorBox error={error} onRetry={() => void refetch()} />}
      {log && (
        <>
          <pre className={classes.body}>
            <AnsiText text={log.body} />
          </pre>
          <PanelSection title="Origin">
            <Facts label="Origin" facts={toOrigin(log)} />
          </PanelSection>
          <LogAttributes title="Attributes" values={log.attributes} />
          <LogAttributes title="Resource" values={log.resource} />
          {data && !isOther && <LogNeighbors context={data} onOpen={onOpen} />}
        </>
      )}
    </Panel>
  );
}

function toOrigin(log: LogRecord): readonly Fact[] {
  const facts: readonly (Fact | false)[] = [
    { name: 'Time', value: <ValueCell field="timestamp" kind="time" value={log.timestamp} /> },
    { name: 'Service', value: <ValueCell field="service" value={log.service_name} /> },
    log.environment !== '' && { name: 'Environment', value: <ValueCell field="environment" value={log.environment} /> },
    log.release !== '' && { name: 'Release', value: <ValueCell field="release" value={log.release} /> },
    log.event_name !== '' && { name: 'Event', value: <ValueCell field="event_name" value={log.event_name} /> },
    log.trace_id !== undefined && { name: 'Trace', value: <TraceLink traceId={log.trace_id} spanId={log.span_id} /> },
    log.distinct_id !== undefined && {
      name: 'Person',
      value: (
        <TargetLink type="person" id={log.distinct_id}>
          <OutsideText text={log.distinct_id} />
        </TargetLink>
      ),
    },
    log.session_id !== undefined && {
      name: 'Session',
      value: <ValueCell field="session_id" kind="id" value={log.session_id} />,
    },
    { name: 'Log ID', value: <code>{log.log_id}</code> },
  ];
  return facts.filter((fact) => fact !== false);
}

function TraceLink({ traceId, spanId }: { readonly traceId: string; readonly spanId?: string | undefined }): ReactNode {
  return (
    <ScopeLink to={`traces/${traceId}`} {...(spanId !== undefined && { search: { span: spanId } })}>
      <code>{traceId}</code>
    </ScopeLink>
  );
}
