import { useState, type ReactNode } from 'react';
import { useApi, useApiChange } from '../../api/hooks.js';
import type { Cohort } from '../../gen/api.js';
import { useSession } from '../../session/session.js';
import { formatCount } from '../../time/amounts.js';
import { TimeText } from '../../time/time-text.js';
import { Button } from '../../ui/controls/button.js';
import { announce } from '../../ui/feedback/announcements.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { Facts, type Fact } from '../../ui/layout/facts.js';
import { Panel, PanelSection } from '../../ui/layout/panel.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import { describeDefinition } from '../parts/describe-condition.js';
import { CohortMembers } from './cohort-members.js';
import { DeleteCohortDialog } from './delete-cohort-dialog.js';

interface CohortPanelProps {
  readonly id: string;
  readonly onClose: () => void;
}

/** Milliseconds between two looks at the members that are being computed. */
const BUILD_POLL_MS = 2000;

/** One cohort: its condition, its last build and its members with the reason of each. */
export function CohortPanel({ id, onClose }: CohortPanelProps): ReactNode {
  const { can } = useSession();
  const [isDeleting, setDeleting] = useState(false);
  const path = { cohort_id: id };
  const [isBuilding, setBuilding] = useState(true);
  const refetchInterval = isBuilding ? BUILD_POLL_MS : false;
  const { data: cohort, error, refetch } = useApi('GET /analytics/cohorts/{cohort_id}', { path }, { refetchInterval });
  const state = cohort?.latest_build?.state;
  const hasEnded = cohort !== undefined && (cohort.kind === 'static' || state === 'ready' || state === 'failed');
  if (cohort !== undefined && isBuilding === hasEnded) setBuilding(!hasEnded);
  const rebuild = useApiChange('POST /analytics/cohorts/{cohort_id}/refresh', [
    'GET /analytics/cohorts',
    'GET /analytics/cohorts/{cohort_id}',
    'GET /analytics/cohorts/{cohort_id}/members',
  ]);
  const reason = can('cohorts:write') ? undefined : 'Your role does not have cohorts:write.';
  const isStatic = cohort?.kind === 'static' ? 'A static cohort has only the members that it was given.' : undefined;
  return (
    <Panel
      title={cohort ? <OutsideText text={cohort.name} limit={120} /> : 'Cohort'}
      onClose={onClose}
      actions={
        <>
          <Button
            kind="quiet"
            icon="refresh"
            aria-label="Compute the members again"
            disabledReason={reason ?? isStatic}
            onClick={() =>
              rebuild.mutate({ path, body: {} }, { onSuccess: () => announce('The members are being computed.') })
            }
          />
          <Button
            kind="quiet"
            icon="trash"
            aria-label="Delete the cohort"
            disabledReason={reason}
            onClick={() => setDeleting(true)}
          />
        </>
      }
    >
      {error && <ErrorBox error={error} onRetry={() => void refetch()} />}
      {rebuild.error && <ErrorBox error={rebuild.error} />}
      {cohort && (
        <>
          <Facts label="Cohort" facts={toFacts(cohort)} />
          <PanelSection title={`Members (${formatCount(cohort.count)})`}>
            <CohortMembers key={cohort.latest_build?.state} cohort={cohort} />
          </PanelSection>
          {isDeleting && <DeleteCohortDialog cohort={cohort} onClose={() => setDeleting(false)} onDeleted={onClose} />}
        </>
      )}
    </Panel>
  );
}

function toFacts(cohort: Cohort): readonly Fact[] {
  const { description, definition, latest_build: build, created_at: created } = cohort;
  const facts: readonly (Fact | false)[] = [
    description !== '' && { name: 'Purpose', value: <OutsideText text={description} limit={2000} /> },
    { name: 'Kind', value: cohort.kind },
    definition !== undefined && {
      name: 'Condition',
      value: <OutsideText text={describeDefinition(definition)} limit={4000} />,
    },
    build !== undefined && {
      name: 'Last build',
      value: (
        <>
          {build.state}
          {build.finished_at !== undefined && (
            <>
              {', '}
              <TimeText at={build.finished_at} />
            </>
          )}
          {build.error !== undefined && build.error !== '' && (
            <>
              {': '}
              <OutsideText text={build.error} limit={400} />
            </>
          )}
        </>
      ),
    },
    created !== undefined && { name: 'Created', value: <TimeText at={created} /> },
    { name: 'ID', value: <code>{cohort.id}</code> },
  ];
  return facts.filter((fact) => fact !== false);
}
