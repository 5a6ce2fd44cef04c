import { useCallback, useMemo, type ReactNode } from 'react';
import { useApiPages } from '../../api/hooks.js';
import type { TraceSummary, TracesSearchResponse } from '../../gen/api.js';
import { useGo } from '../../links/use-go.js';
import { Rows } from '../../rows/rows.js';
import { usePagedRows } from '../../rows/use-paged-rows.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import type { Update } from '../../url/use-search-state.js';
import { toggleMark, toTracesInput, type TraceFilter, type TracesState } from '../fields.js';
import { NoTraces } from './no-traces.js';
import { TRACE_COLUMNS, TraceCells } from './trace-cells.js';

interface TraceListProps {
  readonly filter: TraceFilter;
  readonly state: TracesState;
  readonly update: Update<TracesState>;
}

/** The traces that match, page after page. The key `c` marks the one with the focus for a comparison. */
export function TraceList({ filter, state, update }: TraceListProps): ReactNode {
  const go = useGo();
  const pages = useApiPages('GET /traces', toTracesInput(filter, state.sort));
  const { data, error, refetch } = pages;
  const { rows, onEnd, foot } = usePagedRows(pages, toRows);
  const longestMs = useMemo(() => rows.reduce((most, row) => Math.max(most, row.duration_ms), 0), [rows]);
  const { mark } = state;
  const onMark = useCallback((id: string) => update({ mark: toggleMark(mark, id) }, { replace: true }), [mark, update]);
  if (error && rows.length === 0) {
    // The line of the search says what is wrong with the query.
    return error.status === 400 && error.message.startsWith('q:') ? null : (
      <ErrorBox error={error} onRetry={() => void refetch()} />
    );
  }
  if (data && rows.length === 0) return <NoTraces state={state} />;
  return (
    <Rows
      label="Traces"
      rows={rows}
      columns={TRACE_COLUMNS}
      getId={getId}
      renderCells={(trace) => (
        <TraceCells trace={trace} longestMs={longestMs} isMarked={mark.includes(trace.trace_id)} onMark={onMark} />
      )}
      onOpen={(trace) => trace && go({ to: `traces/${trace.trace_id}` })}
      onEnd={onEnd}
      foot={foot}
      rowKeys={[{ keys: 'c', label: 'Mark for a comparison', run: (trace) => onMark(trace.trace_id) }]}
    />
  );
}

function getId({ trace_id: id }: TraceSummary): string {
  return id;
}

function toRows({ traces }: TracesSearchResponse): TracesSearchResponse['traces'] {
  return traces;
}
