import type { ReactNode } from 'react';
import type { Issue } from '../../gen/api.js';
import { useMembers } from '../../session/use-members.js';
import { TimeText } from '../../time/time-text.js';
import { Button } from '../../ui/controls/button.js';
import { Dialog } from '../../ui/feedback/dialog.js';
import { Table } from '../../ui/layout/table.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import { compareIssues, refuse, type Difference, type TriageAction } from './actions.js';

interface ConflictDialogProps {
  readonly action: TriageAction;
  /** The issue as it was shown. */
  readonly before: Issue;
  readonly now: Issue;
  readonly onApply: () => void;
  readonly onClose: () => void;
}

/** Says that an issue has changed since it was read and how, and offers to apply the refused change to its present state. */
export function ConflictDialog({ action, before, now, onApply, onClose }: ConflictDialogProps): ReactNode {
  const { nameOf } = useMembers();
  const reason = refuse(action.kind, now.status);
  return (
    <Dialog
      title="The issue has changed"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Keep it as it is now</Button>
          <Button kind="primary" disabledReason={reason} onClick={onApply}>
            Apply again
          </Button>
        </>
      }
    >
      <p>
        {`Your change (${action.kind}) was not made, because the issue is no longer the one that you saw. `}
        {now.reason?.at !== undefined && (
          <>
            {'Its last change of status was at '}
            <TimeText at={now.reason.at} />.
          </>
        )}
      </p>
      <Table<Difference>
        label="What has changed"
        rows={compareIssues(before, now, nameOf)}
        getId={({ name }) => name}
        empty="Status and assignee are as you saw them."
        columns={[
          { label: 'Field', render: ({ name }) => name },
          { label: 'You saw', render: ({ before: text }) => <OutsideText text={text} /> },
          { label: 'Now', render: ({ now: text }) => <OutsideText text={text} /> },
        ]}
      />
      {reason !== undefined && <p>{`It cannot be applied again: ${reason}`}</p>}
    </Dialog>
  );
}
