import type { ReactNode } from 'react';
import { Button } from '../../ui/controls/button.js';
import { Dialog } from '../../ui/feedback/dialog.js';
import { Table } from '../../ui/layout/table.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import type { Conflict, Difference } from './use-save.js';

interface ConflictDialogProps {
  readonly conflict: Conflict;
  readonly onApply: () => void;
  readonly onKeep: () => void;
  /** Closes the dialog and keeps both, so that the change can still be saved. */
  readonly onClose: () => void;
}

/** Shows what another user has saved beside what was to be saved, and offers to save it anyway. */
export function ConflictDialog({ conflict, onApply, onKeep, onClose }: ConflictDialogProps): ReactNode {
  return (
    <Dialog
      title="The dashboard has changed"
      isWide
      onClose={onClose}
      actions={
        <>
          <Button onClick={onKeep}>Keep what is saved now</Button>
          <Button kind="primary" onClick={onApply}>
            Save mine
          </Button>
        </>
      }
    >
      <p>Someone else has saved a change since you have read it. Yours was not saved.</p>
      <Table<Difference>
        label="What differs"
        rows={conflict.change.compare(conflict.now)}
        getId={({ name }) => name}
        empty="What is saved now is the same as yours."
        columns={[
          { label: 'What', render: ({ name }) => <OutsideText text={name} /> },
          { label: 'Saved now', render: ({ now }) => <OutsideText text={now} /> },
          { label: 'Yours', render: ({ mine }) => <OutsideText text={mine} /> },
        ]}
      />
    </Dialog>
  );
}
