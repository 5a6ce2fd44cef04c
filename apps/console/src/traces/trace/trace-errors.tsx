import type { ReactNode } from 'react';
import type { CorrelatedError } from '../../gen/api.js';
import { ScopeLink } from '../../links/scope-link.js';
import { TargetLink } from '../../links/target-link.js';
import { TimeText } from '../../time/time-text.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { Table } from '../../ui/layout/table.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import classes from './trace-tables.module.css';
import type { TraceData } from './use-trace-data.js';

interface TraceErrorsProps {
  readonly traceId: string;
  readonly related: TraceData['related'];
}

/** The errors of the trace, earliest first: failed spans, exceptions, and log records with an error. */
export function TraceErrors({ traceId, related: { data, error, refetch } }: TraceErrorsProps): ReactNode {
  if (error) return <ErrorBox error={error} onRetry={() => void refetch()} />;
  return (
    <div className={classes.scroller}>
      <Table
        label="Errors"
        rows={data?.errors}
        getId={getId}
        empty="No span of this trace has failed, and no error was recorded with its ID."
        columns={[
          {
            label: 'Time',
            isOptional: true,
            render: ({ timestamp }) => timestamp && <TimeText at={timestamp} form="time" precision="millisecond" />,
          },
          { label: 'Service', render: ({ service_name: name }) => <OutsideText text={name} limit={60} /> },
          { label: 'Error', render: (each) => <Message error={each} /> },
          { label: 'Span', render: ({ operation, span_id: span }) => <SpanLink {...{ traceId, operation, span }} /> },
          {
            label: 'Issue',
            isOptional: true,
            render: ({ issue_id: id }) =>
              id !== undefined && (
                <TargetLink type="issue" id={id}>
                  Show the issue
                </TargetLink>
              ),
          },
        ]}
      />
    </div>
  );
}

function getId({ source, timestamp, span_id: span, log_id: log }: CorrelatedError): string {
  return [source, timestamp, span, log].join(' ');
}

function Message({ error: { type, message } }: { readonly error: CorrelatedError }): ReactNode {
  if (type === undefined && message === '')
    return <span className={classes.muted}>The span has failed without a message</span>;
  return (
    <>
      {type !== undefined && (
        <strong>
          <OutsideText text={type} limit={100} />
        </strong>
      )}{' '}
      <OutsideText text={message} limit={300} ansi="strip" />
    </>
  );
}

interface SpanLinkProps {
  readonly traceId: string;
  readonly operation: string;
  readonly span: string | undefined;
}

function SpanLink({ traceId, operation, span }: SpanLinkProps): ReactNode {
  const name = <OutsideText text={operation === '' ? (span ?? '') : operation} limit={100} />;
  if (span === undefined) return name;
  return (
    <ScopeLink to={`traces/${traceId}`} search={{ span }}>
      {name}
    </ScopeLink>
  );
}
