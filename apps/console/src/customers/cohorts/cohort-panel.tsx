import { useState, type ReactNode } from 'react';
import { useApi, useApiChange } from '../../api/hooks.js';
import { missingScope } from '../../session/missing-scope.js';
import { useSession } from '../../session/session.js';
import { formatCount } from '../../time/amounts.js';
import { Button } from '../../ui/controls/button.js';
import { announce } from '../../ui/feedback/announcements.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { Facts } from '../../ui/layout/facts.js';
import { Panel, PanelSection } from '../../ui/layout/panel.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import { toFacts } from './cohort-facts.js';
import { CohortHistory } from './cohort-history.js';
import { CohortMembers } from './cohort-members.js';
import { DeleteCohortDialog } from './delete-cohort-dialog.js';
import { CohortEditor } from './editor/cohort-editor.js';
import { MembersDialog } from './editor/members-dialog.js';
import { COHORT_READS } from './editor/use-save-cohort.js';

interface CohortPanelProps {
  readonly id: string;
  readonly onClose: () => void;
}

/** Milliseconds between two looks at the members that are being computed. */
const BUILD_POLL_MS = 2000;

/** One cohort: its condition, its last build and its members with the reason of each. */
export function CohortPanel({ id, onClose }: CohortPanelProps): ReactNode {
  const { can } = useSession();
  const [dialog, setDialog] = useState<'edit' | 'members' | 'delete'>();
  const close = (): void => setDialog(undefined);
  const path = { cohort_id: id };
  const [isBuilding, setBuilding] = useState(true);
  const refetchInterval = isBuilding ? BUILD_POLL_MS : false;
  const { data: cohort, error, refetch } = useApi('GET /analytics/cohorts/{cohort_id}', { path }, { refetchInterval });
  const state = cohort?.latest_build?.state;
  const hasEnded = cohort !== undefined && (cohort.kind === 'static' || state === 'ready' || state === 'failed');
  if (cohort !== undefined && isBuilding === hasEnded) setBuilding(!hasEnded);
  const rebuild = useApiChange('POST /analytics/cohorts/{cohort_id}/refresh', COHORT_READS);
  const reason = can('cohorts:write') ? undefined : missingScope('cohorts:write');
  const isStatic = cohort?.kind === 'static' ? 'A static cohort has only the members that it was given.' : undefined;
  return (
    <Panel
      title={cohort ? <OutsideText text={cohort.name} limit={120} /> : 'Cohort'}
      onClose={onClose}
      actions={
        <>
          <Button
            kind="quiet"
            icon="edit"
            aria-label="Edit the cohort"
            disabledReason={reason}
            onClick={() => setDialog('edit')}
          />
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
            onClick={() => setDialog('delete')}
          />
        </>
      }
    >
      {error && <ErrorBox error={error} onRetry={() => void refetch()} />}
      {rebuild.error && <ErrorBox error={rebuild.error} />}
      {cohort && (
        <>
          <Facts label="Cohort" facts={toFacts(cohort)} />
          <PanelSection
            title={`Members (${formatCount(cohort.count)})`}
            aside={
              cohort.kind === 'static' && (
                <Button kind="quiet" icon="edit" disabledReason={reason} onClick={() => setDialog('members')}>
                  Edit the members
                </Button>
              )
            }
          >
            <CohortMembers key={cohort.latest_build?.state} cohort={cohort} />
          </PanelSection>
          <PanelSection title="History">
            <CohortHistory key={cohort.generation} cohort={cohort} />
          </PanelSection>
          {dialog === 'edit' && <CohortEditor cohort={cohort} onSaved={close} onClose={close} />}
          {dialog === 'members' && <MembersDialog cohort={cohort} onClose={close} />}
          {dialog === 'delete' && <DeleteCohortDialog cohort={cohort} onClose={close} onDeleted={onClose} />}
        </>
      )}
    </Panel>
  );
}
