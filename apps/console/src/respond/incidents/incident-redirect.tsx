import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { call } from '../../api/call.js';
import { useSession } from '../../session/session.js';
import { Empty } from '../../ui/feedback/empty.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { Page } from '../../ui/layout/page.js';

/** Goes to the incident of an address that names no project, as notifications and other tools have it. */
export function IncidentRedirect(): ReactNode {
  const { incidentId }: { readonly incidentId?: string } = useParams({ strict: false });
  const { projects } = useSession();
  const slugs = projects.map(({ slug }) => slug);
  const { data, error, refetch } = useQuery({
    queryKey: ['incident of any project', incidentId],
    queryFn: ({ signal }) => (incidentId === undefined ? null : findIncident(incidentId, slugs, signal)),
  });
  if (incidentId === undefined)
    return <Navigate to={`/p/${slugs[0] ?? ''}/respond` as never} search={{ tab: 'incidents' } as never} replace />;
  if (data) return <Navigate to={`/p/${data.slug}/respond/incidents/${data.id}` as never} replace />;
  if (error) return <ErrorBox error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return null;
  return (
    <Page title="Incident not found">
      <Empty title="None of your projects has this incident." text="It may have been deleted." />
    </Page>
  );
}

interface Place {
  readonly slug: string;
  readonly id: string;
}

/** Asks one project after the other, because the ID does not say which one has it; null if none has. */
async function findIncident(incidentId: string, slugs: readonly string[], signal: AbortSignal): Promise<Place | null> {
  for (const slug of slugs) {
    const { matches } = await call('GET /search/resolve', { query: { id: incidentId } }, { project: slug, signal });
    const incident = matches.find(({ type }) => type === 'incident');
    if (incident) return { slug, id: incident.id };
  }
  return null;
}
