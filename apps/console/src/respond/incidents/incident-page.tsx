import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApi } from '../../api/hooks.js';
import { CopyMenu } from '../../copy/copy-menu.js';
import { ScopeLink } from '../../links/scope-link.js';
import { useScope } from '../../scope/scope.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { Page } from '../../ui/layout/page.js';
import { Sheet } from '../../ui/layout/sheet.js';
import { IncidentRoom } from './incident-room.js';

const POLL_MS = 5000;

/** The room of one incident, in which everything about it is done. */
export function IncidentPage(): ReactNode {
  const { incidentId = '' }: { readonly incidentId?: string } = useParams({ strict: false });
  const { project } = useScope();
  const input = { path: { incident_id: incidentId } };
  const options = { keepsPrevious: false, refetchInterval: POLL_MS };
  const { data, error, refetch } = useApi('GET /incidents/{incident_id}', input, options);
  return (
    <Page
      title={data ? `${data.number} ${data.title}` : 'Incident'}
      lead={
        <ScopeLink to="respond" search={{ tab: 'incidents' }}>
          All incidents
        </ScopeLink>
      }
      actions={<CopyMenu route="GET /incidents/{incident_id}" input={input} project={project} />}
    >
      {error && <ErrorBox error={error} onRetry={() => void refetch()} />}
      {!data && !error && <div aria-busy="true" />}
      {data && (
        <Sheet>
          <IncidentRoom key={data.id} incident={data} />
        </Sheet>
      )}
    </Page>
  );
}
