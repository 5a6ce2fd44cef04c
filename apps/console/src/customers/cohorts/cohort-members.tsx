import { useState, type ReactNode } from 'react';
import { useApiPages } from '../../api/hooks.js';
import type { Cohort, CohortMember } from '../../gen/api.js';
import { Button } from '../../ui/controls/button.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { MemberReason } from '../parts/cohort-membership.js';
import { PersonLink } from '../parts/customer-links.js';
import { Note } from '../parts/toolbar.js';
import classes from './cohort-members.module.css';

const LIMIT = 50;

/** The members of a cohort by distinct ID; each says on demand why it is one. */
export function CohortMembers({ cohort }: { readonly cohort: Cohort }): ReactNode {
  const input = { path: { cohort_id: cohort.id }, query: { limit: LIMIT } };
  const isBuilding = cohort.latest_build?.state === 'building';
  const { data, error, hasNextPage, fetchNextPage } = useApiPages('GET /analytics/cohorts/{cohort_id}/members', input, {
    // The list is read once more when a build has ended.
    staleTime: 0,
  });
  const members = data?.pages.flatMap((page) => page.members) ?? [];
  return (
    <>
      {error && <ErrorBox error={error} />}
      {data && members.length === 0 && (
        <Note>{isBuilding ? 'The members are being computed.' : 'No person is a member at the moment.'}</Note>
      )}
      <ul aria-label="Members" className={classes.list}>
        {members.map((member) => (
          <Member key={member.person_id} member={member} cohort={cohort} />
        ))}
      </ul>
      {hasNextPage && <Button onClick={() => void fetchNextPage()}>Show more members</Button>}
    </>
  );
}

function Member({ member, cohort }: { readonly member: CohortMember; readonly cohort: Cohort }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <li className={classes.member}>
      <PersonLink id={member.distinct_id} />
      <Button
        kind="quiet"
        aria-expanded={isOpen}
        aria-label={`Why ${member.distinct_id} is a member`}
        onClick={() => setOpen(!isOpen)}
      >
        Why?
      </Button>
      {isOpen && (
        <p className={classes.why}>
          <MemberReason cohort={cohort} personId={member.person_id} />
        </p>
      )}
    </li>
  );
}
