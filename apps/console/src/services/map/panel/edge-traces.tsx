import { useState, type ReactNode } from 'react';
import { useApi } from '../../../api/hooks.js';
import type { ServiceMapNode } from '../../../gen/api.js';
import { ScopeLink } from '../../../links/scope-link.js';
import { useScope } from '../../../scope/scope.js';
import { useSession } from '../../../session/session.js';
import { formatDuration } from '../../../time/format.js';
import { TimeText } from '../../../time/time-text.js';
import { ToggleChip } from '../../../ui/controls/toggle-chip.js';
import { ErrorBox } from '../../../ui/feedback/error-box.js';
import { PanelSection } from '../../../ui/layout/panel.js';
import { Table } from '../../../ui/layout/table.js';
import { OutsideText } from '../../../ui/text/outside-text.js';
import { toEdgeQuery } from '../model/edge-query.js';
import classes from './map-panel.module.css';

interface EdgeTracesProps {
  readonly source: ServiceMapNode;
  readonly target: ServiceMapNode;
}

const SHOWN = 10;
/** Traces that are looked at for those of the caller. */
const READ = 200;

/** The latest traces in which a connection is used. */
export function EdgeTraces({ source, target }: EdgeTracesProps): ReactNode {
  const { query } = useScope();
  const { can } = useSession();
  const [isFailed, setFailed] = useState(false);
  const { service, q, through } = toEdgeQuery(source, target);
  const { data, error, refetch } = useApi(
    'GET /traces',
    {
      query: {
        ...query,
        ...(service !== undefined && { service: [service] }),
        ...(q !== undefined && { q }),
        ...(isFailed && { status: 'error' as const }),
        limit: through === undefined ? SHOWN : READ,
      },
    },
    { enabled: can('traces:read') },
  );
  const traces = data?.traces.filter(({ services }) => through === undefined || services.includes(through));
  const search = {
    ...(service !== undefined && { service }),
    ...(q !== undefined && { q }),
    ...(isFailed && { status: 'error' }),
  };
  return (
    <PanelSection
      title="Traces with this connection"
      aside={
        <ToggleChip isOn={isFailed} onToggle={() => setFailed(!isFailed)}>
          failed only
        </ToggleChip>
      }
    >
      {error && !data && <ErrorBox error={error} onRetry={() => void refetch()} />}
      <Table
        label="Traces"
        rows={can('traces:read') ? traces?.slice(0, SHOWN) : []}
        getId={({ trace_id: id }) => id}
        empty={can('traces:read') ? 'No trace of this time range has it.' : 'Your role does not have traces:read.'}
        columns={[
          { label: 'Start', render: ({ start_time: at }) => at !== undefined && <TimeText at={at} /> },
          {
            label: 'Root',
            render: (trace) => (
              <ScopeLink to={`traces/${trace.trace_id}`}>
                <OutsideText text={`${trace.root_service}: ${trace.root_operation}`} limit={80} />
              </ScopeLink>
            ),
          },
          { label: 'Duration', isNumber: true, render: ({ duration_ms: ms }) => formatDuration(ms, 'ms') },
          { label: 'Errors', isNumber: true, render: ({ error_count: count }) => String(count) },
        ]}
      />
      <p className={classes.links}>
        <ScopeLink to="traces" search={search}>
          {through === undefined ? 'All of them' : <OutsideText text={`All traces of ${target.name}`} limit={80} />}
        </ScopeLink>
      </p>
      {through !== undefined && (
        <p className={classes.note}>
          These are traces in which both services take part, among the latest {READ} of the called one.
        </p>
      )}
    </PanelSection>
  );
}
