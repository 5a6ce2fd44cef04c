import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApi } from '../api/hooks.js';
import { CopyMenu } from '../copy/copy-menu.js';
import { ScopeLink } from '../links/scope-link.js';
import { useScope } from '../scope/scope.js';
import { ErrorBox } from '../ui/feedback/error-box.js';
import { Page } from '../ui/layout/page.js';
import { OutsideText } from '../ui/text/outside-text.js';
import { DashboardView } from './view/dashboard-view.js';
import { EditButton } from './view/edit-button.js';

/** One dashboard with its widgets. */
export function DashboardPage(): ReactNode {
  const { dashboardId = '' }: { readonly dashboardId?: string } = useParams({ strict: false });
  const { project } = useScope();
  const input = { path: { dashboard_id: dashboardId } };
  const { data, error, refetch } = useApi('GET /dashboards/{dashboard_id}', input, { keepsPrevious: false });
  return (
    <Page
      title={data?.name ?? 'Dashboard'}
      lead={
        <>
          <ScopeLink to="dashboards">All dashboards</ScopeLink>{' '}
          {data && <OutsideText text={data.description} limit={300} />}
        </>
      }
      actions={
        <>
          {data && <EditButton />}
          <CopyMenu route="GET /dashboards/{dashboard_id}" input={input} project={project} />
        </>
      }
    >
      {error && !data && <ErrorBox error={error} onRetry={() => void refetch()} />}
      {!data && !error && <div aria-busy="true" />}
      {data && <DashboardView key={data.id} dashboard={data} readAgain={async () => (await refetch()).data} />}
    </Page>
  );
}
