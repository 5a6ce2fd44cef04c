import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApi } from '../../api/hooks.js';
import { CopyMenu } from '../../copy/copy-menu.js';
import { ScopeLink } from '../../links/scope-link.js';
import { RecentChanges } from '../../scope/changes/recent-changes.js';
import { useScope } from '../../scope/scope.js';
import { useSession } from '../../session/session.js';
import { Button } from '../../ui/controls/button.js';
import { Empty } from '../../ui/feedback/empty.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { Cards } from '../../ui/layout/card.js';
import { Page } from '../../ui/layout/page.js';
import { Notes } from '../notes.js';
import { Neighbors } from './neighbors.js';
import { Operations } from './operations.js';
import { RedCharts } from './red-charts.js';
import { RedFigures } from './red-figures.js';
import classes from './service-page.module.css';

const NOT_FOUND = 404;

/** Pages that show more of a service, with the scope that they need. */
const LINKS = [
  { to: 'traces', label: 'Traces', scope: 'traces:read' },
  { to: 'logs', label: 'Logs', scope: 'logs:read' },
  { to: 'issues', label: 'Issues', scope: 'issues:read' },
] as const;

/** One service: its requests, failures and durations over time, its operations, what calls it, and what it calls. */
export function ServicePage(): ReactNode {
  const { service = '' }: { readonly service?: string } = useParams({ strict: false });
  const { query, project } = useScope();
  const { can } = useSession();
  const input = { path: { service_name: service }, query };
  const { data, error, isFetching, refetch } = useApi('GET /services/{service_name}/red', input, {
    keepsPrevious: false,
  });
  if (error?.status === NOT_FOUND) return <UnknownService name={service} />;
  return (
    <Page
      title={service}
      lead={
        <nav aria-label="More of the service" className={classes.links}>
          <ScopeLink to="services">All services</ScopeLink>
          {LINKS.filter(({ scope }) => can(scope)).map(({ to, label }) => (
            <ScopeLink key={to} to={to} search={{ service }}>
              {label}
            </ScopeLink>
          ))}
        </nav>
      }
      actions={<CopyMenu route="GET /services/{service_name}/red" input={input} project={project} />}
    >
      {error && !data && <ErrorBox error={error} onRetry={() => void refetch()} />}
      <RedFigures data={data} />
      <RedCharts data={data} isLoading={isFetching && !data} />
      <Notes
        notes={[
          data?.buckets.some(({ estimated }) => estimated) &&
            'Spans of this service were sampled: counts and rates are estimates, and durations are those of stored spans.',
          data?.buckets.at(-1)?.complete === false && 'The last point has not ended: its figures still grow.',
        ]}
      />
      <Neighbors service={service} />
      <Cards minWidth={440}>
        <Operations service={service} />
        <RecentChanges />
      </Cards>
    </Page>
  );
}

function UnknownService({ name }: { readonly name: string }): ReactNode {
  const { env, update } = useScope();
  return (
    <Page title={name} lead={<ScopeLink to="services">All services</ScopeLink>}>
      <Empty
        title="This service is not known"
        text={`The project has no span of it${env.length === 0 ? '' : ` in ${env.join(' or ')}`}, or its spans are older than the project keeps them.`}
      >
        {env.length > 0 && <Button onClick={() => update({ env: [] })}>Look in all environments</Button>}
      </Empty>
    </Page>
  );
}
