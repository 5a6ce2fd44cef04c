import type { ReactNode } from 'react';
import { useApi } from '../api/hooks.js';
import type { Service } from '../gen/api.js';
import { ServiceLink } from '../links/service-link.js';
import { useScope } from '../scope/scope.js';
import { useSession } from '../session/session.js';
import { formatCount, formatDuration, formatPercent } from '../time/format.js';
import { ErrorBox } from '../ui/feedback/error-box.js';
import { Card } from '../ui/layout/card.js';
import { Table } from '../ui/layout/table.js';

const SHOWN = 8;

/** The services with the most requests. */
export function TopServices(): ReactNode {
  const { query } = useScope();
  const { can } = useSession();
  const { data, error, refetch } = useApi('GET /services', { query }, { enabled: can('services:read') });
  const services = data?.services.toSorted((a, b) => b.request_count - a.request_count).slice(0, SHOWN);
  return (
    <Card title="Services">
      {error && !data && <ErrorBox error={error} onRetry={() => void refetch()} />}
      <Table
        label="Services"
        rows={services}
        getId={({ service_name: name }: Service) => name}
        empty="No service has sent a span in this time range."
        columns={[
          { label: 'Service', render: (service) => <ServiceLink name={service.service_name} /> },
          { label: 'Requests', isNumber: true, render: ({ request_count: count }) => formatCount(count) },
          { label: 'Failed', isNumber: true, render: ({ error_rate: rate }) => formatPercent(rate) },
          { label: 'P95', isNumber: true, render: ({ p95_duration_ms: ms }) => formatDuration(ms, 'ms') },
        ]}
      />
    </Card>
  );
}
