import type { ReactNode } from 'react';
import type { CorrelatedAgentRun, CorrelatedMetric, ReplayMatch } from '../../gen/api.js';
import { MomentLink } from '../../links/moment-link.js';
import { TargetLink } from '../../links/target-link.js';
import { formatCost, formatCount, formatDuration } from '../../time/amounts.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { Card, Cards } from '../../ui/layout/card.js';
import { Table, type TableColumn } from '../../ui/layout/table.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import classes from './trace-tables.module.css';
import type { TraceData } from './use-trace-data.js';

type TraceRelatedProps = Pick<TraceData, 'related' | 'replay'>;

const REPLAYS: readonly TableColumn<ReplayMatch>[] = [
  {
    label: 'Session',
    render: ({ recording, offset_ms: offset }) => (
      <MomentLink sessionId={recording?.session_id ?? ''} offsetMs={offset}>
        <OutsideText text={recording?.session_id ?? ''} limit={40} />
      </MomentLink>
    ),
  },
  {
    label: 'Page',
    isOptional: true,
    render: ({ recording }) => <OutsideText text={recording?.first_url ?? ''} limit={80} />,
  },
  { label: 'Trace begins at', isNumber: true, render: ({ offset_ms: ms }) => formatDuration(ms, 'ms') },
];

const RUNS: readonly TableColumn<CorrelatedAgentRun>[] = [
  {
    label: 'Agent',
    render: ({ run_id: id, agent_name: name }) => (
      <TargetLink type="agent_run" id={id}>
        <OutsideText text={name === '' ? id : name} limit={60} />
      </TargetLink>
    ),
  },
  { label: 'Status', render: ({ status }) => status },
  { label: 'Calls', isNumber: true, render: ({ llm_calls: calls }) => formatCount(calls) },
  { label: 'Cost', isNumber: true, render: ({ cost }) => (cost === undefined ? '–' : formatCost(cost)) },
  { label: 'Duration', isNumber: true, render: ({ duration_ms: ms }) => formatDuration(ms, 'ms') },
];

const METRICS: readonly TableColumn<CorrelatedMetric>[] = [
  {
    label: 'Metric',
    render: ({ name }) => (
      <TargetLink type="metric" id={name}>
        <OutsideText text={name} limit={80} />
      </TargetLink>
    ),
  },
  { label: 'Services', render: ({ services }) => <OutsideText text={services.join(', ')} limit={80} /> },
  { label: 'Points', isNumber: true, render: ({ point_count: points }) => formatCount(points) },
];

/** Recordings, runs of agents and metrics that belong to the trace, and why they do. */
export function TraceRelated({ related, replay }: TraceRelatedProps): ReactNode {
  const error = related.error ?? replay.error;
  if (error) return <ErrorBox error={error} onRetry={() => void Promise.all([related.refetch(), replay.refetch()])} />;
  return (
    <div className={classes.scroller}>
      <Cards>
        <Card title="Recordings">
          {replay.data?.matches.length !== 0 && <p className={classes.muted}>{replay.data?.explanation}</p>}
          <Table
            label="Recordings"
            rows={replay.data?.matches}
            columns={REPLAYS}
            getId={({ recording }) => recording?.session_id ?? ''}
            empty={replay.data?.explanation}
          />
        </Card>
        <Card title="Agent runs">
          <Table
            label="Agent runs"
            rows={related.data?.agent_runs}
            columns={RUNS}
            getId={({ run_id: id }) => id}
            empty="No run of an agent has a step in this trace."
          />
        </Card>
        <Card title="Metrics">
          <p className={classes.muted}>Metrics that the services of the trace reported at its time, or with its ID.</p>
          <Table
            label="Metrics"
            rows={related.data?.metrics}
            columns={METRICS}
            getId={({ name, type, unit }) => `${name} ${type} ${unit}`}
            empty="The services of the trace reported no metrics at its time."
          />
        </Card>
      </Cards>
    </div>
  );
}
