import type { ReactNode } from 'react';
import { useApi } from '../api/hooks.js';
import { ScopeLink } from '../links/scope-link.js';
import { ServiceLink } from '../links/service-link.js';
import { useScope } from '../scope/scope.js';
import { useSession } from '../session/session.js';
import { formatCount, formatDuration, formatPercent } from '../time/format.js';
import { ErrorBox } from '../ui/feedback/error-box.js';
import { Cards } from '../ui/layout/card.js';
import { Stat } from '../ui/layout/stat.js';
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
        label={<ScopeLink to="services">Requests per minute</ScopeLink>}
        value={sums && formatCount(Math.round(sums.requests / minutes), 'short')}
        note={sums && `${formatCount(sums.requests)} in the time range`}
      />
      <Stat
        label={
          <ScopeLink to="traces" search={{ status: 'error' }}>
            Failed requests
          </ScopeLink>
        }
        value={sums && formatPercent(sums.failedShare)}
        note={sums && `${formatCount(sums.failed)} requests`}
        tone={sums && sums.failedShare > BAD_SHARE ? 'danger' : undefined}
      />
      <Stat
        label="Slowest service, 95 %"
        value={sums?.slowest && formatDuration(sums.slowest.p95_duration_ms, 'ms')}
        note={sums?.slowest && <ServiceLink name={sums.slowest.service_name} />}
      />
      <Stat
        label={
          <ScopeLink to="logs" search={{ level: ['error', 'fatal'] }}>
            Error logs
          </ScopeLink>
        }
        value={errorCount === undefined ? undefined : formatCount(errorCount, 'short')}
        note={levels.data && `of ${formatCount(levels.data.total)} records`}
      />
    </Cards>
  );
}
