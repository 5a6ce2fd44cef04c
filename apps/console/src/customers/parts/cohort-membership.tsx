import type { ReactNode } from 'react';
import { useApi } from '../../api/hooks.js';
import type { Cohort } from '../../gen/api.js';
import { ScopeLink } from '../../links/scope-link.js';
import { Badge } from '../../ui/controls/badge.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import { explainMembership } from './describe-condition.js';
import { Reasons } from './reasons.js';

interface CohortMembershipProps {
  readonly cohort: Pick<Cohort, 'id' | 'name' | 'kind'>;
  readonly personId: string;
}

/** Whether a person belongs to a cohort, with the conditions that hold and those that do not. */
export function CohortMembership({ cohort, personId }: CohortMembershipProps): ReactNode {
  const { data } = useApi('GET /analytics/cohorts/{cohort_id}/members', toInput(cohort.id, personId));
  const found = data?.explanation;
  const aside = found && (
    <Badge tone={found.is_member ? 'ok' : 'neutral'}>{found.is_member ? 'member' : 'no member'}</Badge>
  );
  const name = (
    <ScopeLink to="customers" search={{ tab: 'cohorts', open: cohort.id }}>
      <OutsideText text={cohort.name} limit={120} />
    </ScopeLink>
  );
  const why = <MemberReason cohort={cohort} personId={personId} />;
  return <Reasons label={`Cohort ${cohort.name}`} items={[{ key: cohort.id, name, aside, why }]} />;
}

/** The sentence that says why a person belongs to a cohort or does not. */
export function MemberReason({ cohort, personId }: CohortMembershipProps): ReactNode {
  const { data, error } = useApi('GET /analytics/cohorts/{cohort_id}/members', toInput(cohort.id, personId));
  if (error) return <OutsideText text={`It could not be evaluated: ${error.message}`} limit={400} />;
  return data?.explanation && <OutsideText text={explainMembership(data.explanation, cohort.kind)} limit={2000} />;
}

const toInput = (id: string, personId: string) => ({ path: { cohort_id: id }, query: { explain: personId } });
