import type { ReactNode } from 'react';
import { formatCount } from '../../time/amounts.js';
import { Segmented } from '../../ui/controls/segmented.js';
import type { View } from './fields.js';
import type { TraceData } from './use-trace-data.js';

interface TraceViewsProps {
  readonly view: View;
  readonly data: TraceData;
  readonly onChange: (view: View) => void;
}

/** Chooses what the page shows of the trace, with the number of things in each view. */
export function TraceViews({ view, data: { logs, related, replay }, onChange }: TraceViewsProps): ReactNode {
  const others =
    related.data && related.data.metrics.length + related.data.agent_runs.length + (replay.data?.matches.length ?? 0);
  const more = logs.data?.pagination?.has_more === true ? '+' : '';
  const options = [
    { value: 'waterfall', label: 'Waterfall' },
    { value: 'logs', label: withCount('Logs', logs.data?.logs.length, more) },
    { value: 'errors', label: withCount('Errors', related.data?.errors.length) },
    { value: 'related', label: withCount('Related', others) },
  ] as const;
  return (
    <div>
      <Segmented label="View" value={view} options={options} onChange={onChange} />
    </div>
  );
}

function withCount(label: string, count: number | undefined, more = ''): string {
  return count === undefined ? label : `${label} ${formatCount(count)}${more}`;
}
