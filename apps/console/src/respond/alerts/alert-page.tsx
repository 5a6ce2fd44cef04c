import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApi } from '../../api/hooks.js';
import { CopyMenu } from '../../copy/copy-menu.js';
import { ScopeLink } from '../../links/scope-link.js';
import { useScope } from '../../scope/scope.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { Page } from '../../ui/layout/page.js';
import { Sheet } from '../../ui/layout/sheet.js';
import { AlertDetailsView } from './alert-details.js';

const POLL_MS = 10_000;

/** One alert on a page of its own. */
export function AlertPage(): ReactNode {
  const { alertId = '' }: { readonly alertId?: string } = useParams({ strict: false });
  const { project } = useScope();
  const input = { path: { alert_id: alertId } };
  const options = { keepsPrevious: false, refetchInterval: POLL_MS };
  const { data, error, refetch } = useApi('GET /alerts/{alert_id}', input, options);
  return (
    <Page
      title={data?.name ?? 'Alert'}
      lead={<ScopeLink to="respond">All alerts</ScopeLink>}
      actions={<CopyMenu route="GET /alerts/{alert_id}" input={input} project={project} />}
    >
      {error && <ErrorBox error={error} onRetry={() => void refetch()} />}
      {data && (
        <Sheet>
          <AlertDetailsView key={data.id} alert={data} />
        </Sheet>
      )}
    </Page>
  );
}
