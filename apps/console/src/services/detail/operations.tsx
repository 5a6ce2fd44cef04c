import type { ReactNode } from 'react';
import { useApi } from '../../api/hooks.js';
import { Sparkline } from '../../charts/sparkline.js';
import { ScopeLink } from '../../links/scope-link.js';
import { useScope } from '../../scope/scope.js';
import { useSession } from '../../session/session.js';
import { formatCount, formatDuration } from '../../time/format.js';
import { pickInterval } from '../../time/intervals.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { Card } from '../../ui/layout/card.js';
import { Table } from '../../ui/layout/table.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import { ErrorShare } from '../error-share.js';
import classes from './service-page.module.css';

const SHOWN = 12;
/** Values of a sparkline. */
const POINTS = 40;

/** The operations of a service with the most spans. */
export function Operations({ service }: { readonly service: string }): ReactNode {
  const { query, startMs, endMs } = useScope();
  const { can } = useSession();
  const isPermitted = can('traces:read');
  const { data, error, refetch } = useApi(
    'GET /traces/aggregate',
    {
      query: {
        ...query,
        service: [service],
        group_by: ['operation'],
        interval: pickInterval(startMs, endMs, POINTS),
        limit: SHOWN,
      },
    },
    { enabled: isPermitted },
  );
  const others = data?.rest?.group_count ?? 0;
  return (
    <Card title="Top operations">
      {error && !data && <ErrorBox error={error} onRetry={() => void refetch()} />}
      <Table
        label="Top operations"
        rows={isPermitted ? data?.groups : []}
        getId={({ values }) => values['operation'] ?? ''}
        empty={isPermitted ? 'The service has no span in this time range.' : 'Your role does not have traces:read.'}
        columns={[
          {
            label: 'Operation',
            render: ({ values: { operation = '' } }) => (
              <ScopeLink to="traces" search={{ service, operation }}>
                <OutsideText text={operation} limit={80} />
              </ScopeLink>
            ),
          },
          {
            label: 'Over time',
            isOptional: true,
            render: ({ values, series }) => (
              <span className={classes.spark}>
                <Sparkline label={`Spans of ${values['operation'] ?? ''}`} values={series.map(({ count }) => count)} />
              </span>
            ),
          },
          { label: 'Spans', isNumber: true, render: ({ count }) => formatCount(count) },
          {
            label: 'Failed',
            isNumber: true,
            render: ({ count, error_count: errors }) => (
              <ErrorShare rate={count === 0 ? 0 : errors / count} count={errors} />
            ),
          },
          {
            label: 'P95',
            isNumber: true,
            render: ({ duration }) => duration && formatDuration(duration.p95_ms, 'ms'),
          },
        ]}
      />
      {others > 0 && (
        <p className={classes.note}>
          {others === 1 ? '1 other operation' : `${formatCount(others)} other operations`} with{' '}
          {formatCount(data?.rest?.count ?? 0)} spans.
        </p>
      )}
    </Card>
  );
}
