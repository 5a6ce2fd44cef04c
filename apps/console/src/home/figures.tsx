import type { ReactNode } from 'react';
import { useApi } from '../api/hooks.js';
import { useScope } from '../scope/scope.js';
import { useSession } from '../session/session.js';
import { formatCount, formatDuration, formatPercent } from '../time/format.js';
import { ErrorBox } from '../ui/feedback/error-box.js';
import { Cards } from '../ui/layout/card.js';
import { Stat } from '../ui/layout/stat.js';
import { OutsideText } from '../ui/text/outside-text.js';
import { sumServices } from './sum-services.js';

const MINUTE_MS = 60_000;
/** Share of failed requests from which the figure is shown as a problem. */
const BAD_SHARE = 0.05;

/** Requests, failures and durations of all services, and records of serious levels. */
export function Figures(): ReactNode {
  const { query, startMs, endMs } = useScope();
  const { can } = useSession();
  const services = useApi('GET /services', { query }, { enabled: can('services:read') });
  const levels = useApi(
    'GET /logs/aggregate',
    { query: { ...query, group_by: ['level'] } },
    { enabled: can('logs:read') },
  );
  const sums = services.data && sumServices(services.data.services);
  const minutes = (endMs - startMs) / MINUTE_MS;
  const errors = levels.data?.groups.filter(({ values }) => values['level'] === 'error' || values['level'] === 'fatal');
  const errorCount = errors?.reduce((sum, { count }) => sum + count, 0);
  const failed = [services, levels].find(({ data, error }) => error && !data);
  if (failed?.error) return <ErrorBox error={failed.error} onRetry={() => void failed.refetch()} />;
  return (
    <Cards minWidth={150}>
      <Stat
        label="Requests per minute"
        value={sums && formatCount(Math.round(sums.requests / minutes), 'short')}
        note={sums && `${formatCount(sums.requests)} in the time range`}
      />
      <Stat
        label="Failed requests"
        value={sums && formatPercent(sums.failedShare)}
        note={sums && `${formatCount(sums.failed)} requests`}
        tone={sums && sums.failedShare > BAD_SHARE ? 'danger' : undefined}
      />
      <Stat
        label="Slowest service, 95 %"
        value={sums?.slowest && formatDuration(sums.slowest.p95_duration_ms, 'ms')}
        note={sums?.slowest && <OutsideText text={sums.slowest.service_name} />}
      />
      <Stat
        label="Error logs"
        value={errorCount === undefined ? undefined : formatCount(errorCount, 'short')}
        note={levels.data && `of ${formatCount(levels.data.total)} records`}
      />
    </Cards>
  );
}
