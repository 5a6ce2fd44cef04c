import type { ReactNode } from 'react';
import { Button } from '../../ui/controls/button.js';
import { Dialog } from '../../ui/feedback/dialog.js';
import { Table } from '../../ui/layout/table.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import type { Difference } from './compare-texts.js';

interface ChangedDialogProps {
  readonly title: string;
  /** Says what was not saved, and who has changed it if that is known. */
  readonly children: ReactNode;
  readonly differences: readonly Difference[];
  readonly onApply: () => void;
  readonly onClose: () => void;
}

/** Says how something has changed since it was read, and offers to replace it anyway. */
export function ChangedDialog({ title, children, differences, onApply, onClose }: ChangedDialogProps): ReactNode {
  return (
    <Dialog
      title={title}
      isWide
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Go on editing</Button>
          <Button kind="primary" onClick={onApply}>
            Save mine
          </Button>
        </>
      }
    >
      <p>{children}</p>
      <Table<Difference>
        label="What has changed"
        rows={differences}
        getId={({ name }) => name}
        empty="Nothing that this form shows has changed."
        columns={[
          { label: 'Field', render: ({ name }) => <OutsideText text={name} /> },
          { label: 'You saw', render: ({ before: text }) => <OutsideText text={text} /> },
          { label: 'Now', render: ({ now: text }) => <OutsideText text={text} /> },
        ]}
      />
    </Dialog>
  );
}
