import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApi } from '../../api/hooks.js';
import { CopyMenu } from '../../copy/copy-menu.js';
import { ScopeLink } from '../../links/scope-link.js';
import { useGo } from '../../links/use-go.js';
import { useScope } from '../../scope/scope.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { Page } from '../../ui/layout/page.js';
import { Sheet } from '../../ui/layout/sheet.js';
import { AnomalyDetails } from './anomaly-details.js';
import { nameAnomaly } from './name-anomaly.js';

const POLL_MS = 10_000;
const LIST = { to: 'respond', search: { tab: 'anomalies' } } as const;

/** One anomaly on a page of its own. */
export function AnomalyPage(): ReactNode {
  const { findingId = '' }: { readonly findingId?: string } = useParams({ strict: false });
  const { project } = useScope();
  const go = useGo();
  const input = { path: { finding_id: findingId } };
  const options = { keepsPrevious: false, refetchInterval: POLL_MS };
  const { data, error, refetch } = useApi('GET /anomalies/{finding_id}', input, options);
  return (
    <Page
      title={data ? nameAnomaly(data) : 'Anomaly'}
      lead={<ScopeLink {...LIST}>All anomalies</ScopeLink>}
      actions={<CopyMenu route="GET /anomalies/{finding_id}" input={input} project={project} />}
    >
      {error && <ErrorBox error={error} onRetry={() => void refetch()} />}
      {!data && !error && <div aria-busy="true" />}
      {data && (
        <Sheet>
          <AnomalyDetails key={data.id} finding={data} onDeleted={() => go(LIST)} />
        </Sheet>
      )}
    </Page>
  );
}
