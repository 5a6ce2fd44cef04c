import { useState, type ReactNode } from 'react';
import { useApi, useApiChange } from '../../api/hooks.js';
import type { MergedIssue } from '../../gen/api.js';
import { useSession } from '../../session/session.js';
import { useMembers } from '../../session/use-members.js';
import { TimeText } from '../../time/time-text.js';
import { Button } from '../../ui/controls/button.js';
import { announce } from '../../ui/feedback/announcements.js';
import { Dialog } from '../../ui/feedback/dialog.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { PanelSection } from '../../ui/layout/panel.js';
import { Table } from '../../ui/layout/table.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import { ISSUE_READS } from '../triage/use-triage.js';

/** The issues that were merged into this one, each of which can be separated again. */
export function MergedIssues({ issueId }: { readonly issueId: string }): ReactNode {
  const { can } = useSession();
  const { nameOf } = useMembers();
  const [asked, setAsked] = useState<MergedIssue>();
  const { data, error, refetch } = useApi('GET /issues/{issue_id}/merged-sources', { path: { issue_id: issueId } });
  const role = can('issues:write') ? undefined : 'Your role does not have issues:write.';
  return (
    <PanelSection title="Merged issues">
      {error && <ErrorBox error={error} onRetry={() => void refetch()} />}
      <Table<MergedIssue>
        label="Merged issues"
        rows={data?.sources}
        getId={({ id }) => id}
        empty="None."
        columns={[
          { label: 'Issue', render: ({ title }) => <OutsideText text={title} limit={120} /> },
          {
            label: 'Merged',
            render: ({ merged_at: at, merged_by: by }) => (
              <>
                {at !== undefined && <TimeText at={at} precision="minute" />} by <OutsideText text={nameOf(by)} />
              </>
            ),
          },
          {
            label: 'Action',
            isNumber: true,
            render: (source) => (
              <Button disabledReason={role} onClick={() => setAsked(source)}>
                Unmerge
              </Button>
            ),
          },
        ]}
      />
      {asked && <UnmergeDialog source={asked} onClose={() => setAsked(undefined)} />}
    </PanelSection>
  );
}

interface UnmergeDialogProps {
  readonly source: MergedIssue;
  readonly onClose: () => void;
}

function UnmergeDialog({ source, onClose }: UnmergeDialogProps): ReactNode {
  const unmerge = useApiChange('POST /issues/{issue_id}/unmerge', ISSUE_READS);
  const onUnmerge = (): void => {
    const onSuccess = (): void => {
      announce('Unmerged.');
      onClose();
    };
    unmerge.mutate({ path: { issue_id: source.id }, body: {} }, { onSuccess });
  };
  return (
    <Dialog
      title="Unmerge this issue?"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" onClick={onUnmerge}>
            Unmerge
          </Button>
        </>
      }
    >
      <p>
        <OutsideText text={source.title} limit={200} />
      </p>
      <p>
        {`It gets back its errors and its status, which was ${source.status}. The service never merges the two by itself again.`}
      </p>
      {unmerge.error && <ErrorBox error={unmerge.error} />}
    </Dialog>
  );
}
