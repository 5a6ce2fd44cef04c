import type { ReactNode } from 'react';
import { useApi } from '../../api/hooks.js';
import { CopyMenu } from '../../copy/copy-menu.js';
import type { SignalUsage } from '../../gen/api.js';
import { useScope } from '../../scope/scope.js';
import { formatBytes, formatCost, formatCount } from '../../time/format.js';
import { Select } from '../../ui/controls/select.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { Stat } from '../../ui/layout/stat.js';
import { Table } from '../../ui/layout/table.js';
import { useSearchState } from '../../url/use-search-state.js';
import { USAGE_FIELDS } from '../fields.js';
import classes from '../settings.module.css';
import { describeRejected, lastMonths } from './months.js';

const OFFERED = 12;

/** Counts everything that the project has received in a month, and what was rejected. */
export function UsageSection(): ReactNode {
  const { project, nowMs } = useScope();
  const months = lastMonths(nowMs, OFFERED);
  const [{ period: asked }, update] = useSearchState(USAGE_FIELDS);
  const present = months[0]?.value ?? '';
  const period = months.find(({ value }) => value === asked)?.value ?? present;
  const input = { query: { period } };
  const { data, error, refetch } = useApi('GET /usage', input, { keepsPrevious: false });
  const models = data?.models;
  return (
    <>
      <div className={classes.bar}>
        <Select
          label="Month"
          showsLabel
          value={period}
          options={months}
          onChange={(next) => update({ period: next === present ? undefined : next })}
        />
        <CopyMenu route="GET /usage" input={input} project={project} />
      </div>
      {error && !data && <ErrorBox error={error} onRetry={() => void refetch()} />}
      <div className={classes.stats}>
        <Stat label="Product events" value={data && formatCount(data.events)} note="of this project, in UTC" />
        <Stat
          label="Series of metrics"
          value={data && formatCount(data.metric_series)}
          note="different sets of labels"
        />
        <Stat label="Recorded sessions" value={data && formatCount(data.replay_sessions)} note="of pages" />
        <Stat
          label="Cost of models"
          value={data && (models?.cost === undefined ? '–' : formatCost(models.cost))}
          note={
            models &&
            `${formatCount(models.calls)} calls${models.unpriced_calls > 0 ? `, ${formatCount(models.unpriced_calls)} without a price` : ''}`
          }
        />
      </div>
      <Table<SignalUsage>
        label="Received by signal"
        rows={data?.signals}
        getId={({ signal }) => signal}
        empty="Nothing was received in this month."
        columns={[
          { label: 'Signal', render: ({ signal }) => signal },
          { label: 'Items', isNumber: true, render: ({ items }) => formatCount(items) },
          { label: 'Requests', isNumber: true, isOptional: true, render: ({ requests }) => formatCount(requests) },
          { label: 'Size', isNumber: true, render: ({ bytes }) => formatBytes(bytes) },
          { label: 'Rejected', isNumber: true, render: ({ rejected }) => describeRejected(rejected) },
        ]}
      />
    </>
  );
}
