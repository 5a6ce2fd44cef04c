import { useState, type ReactNode } from 'react';
import type { Metric } from '../gen/api.js';
import { useSession } from '../session/session.js';
import { formatCount } from '../time/amounts.js';
import { TimeText } from '../time/time-text.js';
import { Button } from '../ui/controls/button.js';
import { Panel } from '../ui/layout/panel.js';
import { OutsideText } from '../ui/text/outside-text.js';
import type { Update } from '../url/use-search-state.js';
import { DeleteMetricDialog } from './delete-metric-dialog.js';
import type { MetricsState } from './fields.js';
import classes from './metric-panel.module.css';
import { MetricView } from './query/metric-view.js';

interface MetricPanelProps {
  readonly name: string;
  /** Undefined for a metric that had no point in the last 30 days. */
  readonly metric: Metric | undefined;
  readonly state: MetricsState;
  readonly update: Update<MetricsState>;
  readonly onClose: () => void;
}

/** One metric: what it is, and the chart of a query. */
export function MetricPanel({ name, metric, state, update, onClose }: MetricPanelProps): ReactNode {
  const { can } = useSession();
  const [isDeleting, setDeleting] = useState(false);
  const reason = can('metrics:write') ? undefined : 'Your role does not have metrics:write.';
  return (
    <Panel
      title={<OutsideText text={name} limit={200} />}
      isWide
      onClose={onClose}
      actions={
        <Button
          kind="quiet"
          icon="trash"
          aria-label="Delete the metric"
          disabledReason={reason}
          onClick={() => setDeleting(true)}
        />
      }
    >
      {metric && <Lead metric={metric} />}
      <MetricView name={name} metric={metric} state={state} update={update} />
      {isDeleting && (
        <DeleteMetricDialog
          name={name}
          onClose={() => setDeleting(false)}
          onDeleted={() => update({ name: undefined })}
        />
      )}
    </Panel>
  );
}

function Lead({ metric }: { readonly metric: Metric }): ReactNode {
  const { type, unit, temporality, is_monotonic: isMonotonic, series_count: count, last_seen: seen } = metric;
  const kind = type === 'sum' && isMonotonic ? 'counter' : type.replaceAll('_', ' ');
  return (
    <div className={classes.lead}>
      {metric.description !== '' && (
        <p>
          <OutsideText text={metric.description} limit={500} />
        </p>
      )}
      <p className={classes.facts}>
        <span>{kind}</span>
        {unit !== '' && (
          <span>
            unit <OutsideText text={unit} />
          </span>
        )}
        {temporality !== 'unspecified' && <span>{temporality}</span>}
        <span>{formatCount(count)} series</span>
        {seen !== undefined && (
          <span>
            last point <TimeText at={seen} />
          </span>
        )}
      </p>
      {metric.series_limit_reached && (
        <p className={classes.warning}>
          The limit of new series was reached today: the series that arrived first are complete, others are missing.
        </p>
      )}
      {metric.dropped_points > 0 && (
        <p className={classes.warning}>
          {formatCount(metric.dropped_points)} points of the last 30 days were not stored, because they belong to series
          beyond that limit.
        </p>
      )}
    </div>
  );
}
