import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApi, useApiPages } from '../../api/hooks.js';
import { CopyMenu } from '../../copy/copy-menu.js';
import { InvestigateLink } from '../../investigate/investigate-link.js';
import { useScope } from '../../scope/scope.js';
import { useSession } from '../../session/session.js';
import { Empty } from '../../ui/feedback/empty.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { Card } from '../../ui/layout/card.js';
import { Page } from '../../ui/layout/page.js';
import { useSearchState } from '../../url/use-search-state.js';
import { TIMELINE_FIELDS } from '../fields.js';
import { CustomerLayout } from '../parts/customer-layout.js';
import { CustomerLead } from '../parts/customer-lead.js';
import { toName } from '../parts/names.js';
import { Properties } from '../parts/properties.js';
import { Timeline } from '../timeline/timeline.js';
import { EraseButton } from './erase-button.js';
import { PersonAccounts } from './person-accounts.js';
import { PersonAliases } from './person-aliases.js';
import { PersonCohorts } from './person-cohorts.js';
import { PersonFigures } from './person-figures.js';
import { PersonFlags } from './person-flags.js';
import { PersonRecordings } from './person-recordings.js';

/** One person: who it is, what it did and met, and what it gets. */
export function PersonPage(): ReactNode {
  const { personId = '' }: { readonly personId?: string } = useParams({ strict: false });
  const { project, query } = useScope();
  const { can } = useSession();
  const [{ kinds }] = useSearchState(TIMELINE_FIELDS);
  const path = { person_id: personId };
  const mayRead = can('persons:read');
  const {
    data: person,
    error,
    refetch,
  } = useApi('GET /persons/{person_id}', { path }, { enabled: mayRead, keepsPrevious: false });
  const { start_time, end_time } = query;
  const input = { path, query: { start_time, end_time, kinds: kinds as never } };
  const pages = useApiPages('GET /persons/{person_id}/timeline', input, { enabled: mayRead });
  const name = person ? toName(person.properties, person.distinct_id) : personId;
  if (!mayRead) return <Empty title="Not for your role" text="Your role does not have persons:read." />;
  return (
    <Page
      title={name}
      lead={
        <CustomerLead
          tab="persons"
          list="Persons"
          text={person ? (person.is_identified ? 'identified' : 'anonymous') : ''}
          firstSeen={person?.first_seen}
          lastSeen={person?.last_seen}
        />
      }
      actions={
        <>
          <InvestigateLink type="person" id={personId} />
          {person && <EraseButton person={person} />}
          <CopyMenu route="GET /persons/{person_id}/timeline" input={input} project={project} />
        </>
      }
    >
      {error && <ErrorBox error={error} onRetry={() => void refetch()} />}
      {!error && (
        <>
          <PersonFigures personId={personId} />
          <CustomerLayout
            aside={
              person && (
                <>
                  <PersonRecordings distinctId={person.distinct_id} />
                  <PersonAliases personId={personId} />
                  <PersonAccounts distinctId={person.distinct_id} />
                  <Properties values={person.properties} />
                  <PersonFlags distinctId={person.distinct_id} />
                  <PersonCohorts personId={person.id} />
                </>
              )
            }
          >
            <Card title="Timeline">
              <Timeline pages={pages} firstSeen={person?.first_seen} />
            </Card>
          </CustomerLayout>
        </>
      )}
    </Page>
  );
}
