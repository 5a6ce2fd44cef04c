import type { ReactNode } from 'react';
import { useApi } from '../../api/hooks.js';
import { TimeSeries } from '../../charts/time-series.js';
import { useScope } from '../../scope/scope.js';
import { formatCost, formatCount, formatDuration } from '../../time/amounts.js';
import { TimeText } from '../../time/time-text.js';
import { Select, type Option } from '../../ui/controls/select.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { Card, Cards } from '../../ui/layout/card.js';
import { Stat } from '../../ui/layout/stat.js';
import type { AiState } from '../fields.js';
import type { TabProps } from '../tab-props.js';
import { CostTables } from './cost-tables.js';
import classes from './costs-tab.module.css';
import { toCostLines, toInterval } from './to-cost-lines.js';

const GROUPS: readonly Option<AiState['by']>[] = [
  { value: 'model', label: 'by model' },
  { value: 'provider', label: 'by provider' },
  { value: 'agent', label: 'by agent' },
  { value: 'environment', label: 'by environment' },
];
const MEASURES: readonly Option<AiState['measure']>[] = [
  { value: 'cost', label: 'Cost' },
  { value: 'calls', label: 'Calls' },
  { value: 'tokens', label: 'Tokens' },
  { value: 'errors', label: 'Failed calls' },
];

/** The cost of calls of models: figures, a chart over time, and tables of models, persons and calls without a price. */
export function CostsTab({ state, update }: TabProps): ReactNode {
  const { query, startMs, endMs, zone } = useScope();
  const summary = useApi('GET /llm/summary', { query });
  const interval = toInterval(endMs - startMs);
  const input = { query: { ...query, interval, group_by: state.by } };
  // Lines of another group would stand under the label of this one.
  const series = useApi('GET /llm/series', input, { keepsPrevious: false });
  const { times, lines, openMs } = toCostLines(series.data ?? { series: [] }, state.measure);
  const error = summary.error ?? series.error;
  const retry = (): void => void Promise.all([summary.refetch(), series.refetch()]);
  const total = summary.data?.total;
  const unpriced = total?.unpriced_calls ?? 0;
  return (
    <div className={classes.tab} tabIndex={0} role="group" aria-label="Costs">
      {error && <ErrorBox error={error} onRetry={retry} />}
      <Cards minWidth={150}>
        <Stat
          label="Cost"
          value={total && (total.cost === undefined ? 'no price' : formatCost(total.cost))}
          note={
            total &&
            (unpriced > 0
              ? `without ${formatCount(unpriced)} ${unpriced === 1 ? 'call that has' : 'calls that have'} no price`
              : 'all calls have a price')
          }
          tone={unpriced > 0 ? 'warn' : undefined}
        />
        <Stat
          label="Calls of models"
          value={total && formatCount(total.calls, 'short')}
          note={total && `${formatCount(total.errors)} failed`}
          tone={total && total.errors > 0 ? 'danger' : undefined}
        />
        <Stat
          label="Tokens"
          value={total && formatCount(total.input_tokens + total.output_tokens, 'short')}
          note={total && `${formatCount(total.output_tokens, 'short')} of them out`}
        />
        <Stat
          label="Duration, 95 %"
          value={total?.latency_ms && formatDuration(total.latency_ms.p95, 'ms')}
          note={total?.latency_ms && `median ${formatDuration(total.latency_ms.p50, 'ms')}`}
        />
      </Cards>
      <Card
        title="Over time"
        aside={
          <span className={classes.choices}>
            <Select
              label="Measure"
              value={state.measure}
              options={MEASURES}
              onChange={(measure) => update({ measure })}
            />
            <Select label="Group" value={state.by} options={GROUPS} onChange={(by) => update({ by })} />
          </span>
        }
      >
        <TimeSeries
          label={`${MEASURES.find(({ value }) => value === state.measure)?.label ?? ''} ${state.by}`}
          times={times}
          series={lines}
          startMs={startMs}
          endMs={endMs}
          zone={zone}
          format={state.measure === 'cost' ? formatCost : (value) => formatCount(value, 'short')}
          isLoading={!series.data}
          openMs={openMs}
        />
        <p className={classes.note}>
          {openMs === undefined ? (
            '\u00a0'
          ) : (
            <>
              {'The interval that began at '}
              <TimeText at={new Date(openMs).toISOString()} precision="minute" />
              {' is not over yet; its values may still grow.'}
            </>
          )}
        </p>
      </Card>
      <CostTables summary={summary.data} onPrice={(q) => update({ tab: 'prices', q, own: false })} />
    </div>
  );
}
