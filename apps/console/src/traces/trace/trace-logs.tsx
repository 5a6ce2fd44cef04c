import type { ReactNode } from 'react';
import type { LogRecord } from '../../gen/api.js';
import { LogCells, toLogColumns } from '../../rows/log-record/log-cells.js';
import { Rows } from '../../rows/rows.js';
import { Empty } from '../../ui/feedback/empty.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import type { TraceData } from './use-trace-data.js';

interface TraceLogsProps {
  readonly logs: TraceData['logs'];
  readonly open: string | undefined;
  readonly onOpen: (log: LogRecord | undefined) => void;
}

const COLUMNS = toLogColumns([]);
const NO_WORDS: readonly string[] = [];

/** The log records of the trace, earliest first. */
export function TraceLogs({ logs: { data, error, refetch }, open, onOpen }: TraceLogsProps): ReactNode {
  if (error) return <ErrorBox error={error} onRetry={() => void refetch()} />;
  if (data?.logs.length === 0)
    return (
      <Empty
        title="No log records"
        text="No record has the ID of this trace. The OpenTelemetry SDK adds it to records that are written while a span is active."
      />
    );
  return (
    <Rows
      label="Log records of the trace"
      rows={data?.logs ?? []}
      columns={COLUMNS}
      getId={getId}
      renderCells={(log) => <LogCells log={log} cols={NO_WORDS} words={NO_WORDS} />}
      open={open}
      onOpen={onOpen}
    />
  );
}

function getId({ log_id: id }: LogRecord): string {
  return id;
}
