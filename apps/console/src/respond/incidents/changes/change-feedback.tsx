import type { ReactNode } from 'react';
import { useMembers } from '../../../session/use-members.js';
import { Button } from '../../../ui/controls/button.js';
import { Dialog } from '../../../ui/feedback/dialog.js';
import { ErrorBox } from '../../../ui/feedback/error-box.js';
import { Table } from '../../../ui/layout/table.js';
import { OutsideText } from '../../../ui/text/outside-text.js';
import { compareIncidents, refuse, type Difference } from './actions.js';
import type { IncidentChange, Refused } from './use-incident-change.js';

/** Says why the last change was not made. */
export function ChangeFeedback({ change }: { readonly change: IncidentChange }): ReactNode {
  const { refused, dismiss } = change;
  if (!refused) return null;
  if (refused.kind === 'conflict') return <Conflict refused={refused} change={change} />;
  return (
    <Dialog title="The incident was not changed" onClose={dismiss} actions={<Button onClick={dismiss}>Close</Button>}>
      <ErrorBox error={refused.error} />
    </Dialog>
  );
}

interface ConflictProps {
  readonly refused: Extract<Refused, { readonly kind: 'conflict' }>;
  readonly change: IncidentChange;
}

/** Shows what has changed since the incident was read, and offers to apply the refused change to its present state. */
function Conflict({ refused: { action, before, now, onDone }, change }: ConflictProps): ReactNode {
  const { nameOf } = useMembers();
  const reason = refuse(action.kind, now.status);
  const onApply = (): void => {
    change.dismiss();
    void change.run(now, action, onDone);
  };
  return (
    <Dialog
      title="The incident has changed"
      onClose={change.dismiss}
      actions={
        <>
          <Button onClick={change.dismiss}>Keep it as it is now</Button>
          <Button kind="primary" disabledReason={reason} onClick={onApply}>
            Apply again
          </Button>
        </>
      }
    >
      <p>{`Your change (${action.kind}) was not made, because the incident is no longer the one that you saw. The timeline says who changed it.`}</p>
      <Table<Difference>
        label="What has changed"
        rows={compareIncidents(before, now, nameOf)}
        getId={({ name }) => name}
        empty="Nothing else than comments."
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
