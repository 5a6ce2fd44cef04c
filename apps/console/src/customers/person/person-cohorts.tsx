import type { ReactNode } from 'react';
import { useApi } from '../../api/hooks.js';
import { useSession } from '../../session/session.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { Card } from '../../ui/layout/card.js';
import { CohortMembership } from '../parts/cohort-membership.js';
import { Note } from '../parts/toolbar.js';

/** Cohorts that are evaluated for a person, because each is a request. */
const SHOWN = 20;

/** Whether a person belongs to each cohort, and why. */
export function PersonCohorts({ personId }: { readonly personId: string }): ReactNode {
  const { can } = useSession();
  const mayRead = can('cohorts:read');
  const { data, error } = useApi('GET /analytics/cohorts', { query: { limit: SHOWN } }, { enabled: mayRead });
  return (
    <Card title="Cohorts">
      {!mayRead && <Note>Your role does not have cohorts:read.</Note>}
      {error && <ErrorBox error={error} />}
      {data?.cohorts.length === 0 && <Note>The project has no cohorts.</Note>}
      {data?.cohorts.map((cohort) => (
        <CohortMembership key={cohort.id} cohort={cohort} personId={personId} />
      ))}
      {data?.pagination?.has_more === true && <Note>These are the newest {SHOWN} cohorts.</Note>}
    </Card>
  );
}
