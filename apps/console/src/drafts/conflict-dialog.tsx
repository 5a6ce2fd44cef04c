import type { ReactNode } from 'react';
import { TimeText } from '../time/time-text.js';
import { Button } from '../ui/controls/button.js';
import { Dialog } from '../ui/feedback/dialog.js';
import { Table } from '../ui/layout/table.js';
import { OutsideText } from '../ui/text/outside-text.js';
import type { Difference } from './compare-parts.js';

interface ConflictDialogProps {
  /** Such as `cohort`. */
  readonly what: string;
  readonly differences: readonly Difference[];
  readonly changedAt: string | undefined;
  readonly onDiscard: () => void;
  readonly onOverwrite: () => void;
  readonly onClose: () => void;
}

/** Says that something has changed since its form was opened and how, beside what the draft would make of it. */
export function ConflictDialog(props: ConflictDialogProps): ReactNode {
  const { what, differences, changedAt, onDiscard, onOverwrite, onClose } = props;
  return (
    <Dialog
      title={`The ${what} has changed`}
      isWide
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Go on editing</Button>
          <Button onClick={onDiscard}>Discard my draft</Button>
          <Button kind="primary" onClick={onOverwrite}>
            Save mine over it
          </Button>
        </>
      }
    >
      <p>
        {`Your draft was not saved, because the ${what} is no longer the one that you opened. `}
        {changedAt !== undefined && (
          <>
            {'Its last change was at '}
            <TimeText at={changedAt} />.
          </>
        )}
      </p>
      <Table<Difference>
        label="What has changed"
        rows={differences}
        getId={({ part }) => part}
        empty="Nothing that this form changes."
        columns={[
          { label: 'Part', render: ({ part }) => part },
          { label: 'You opened', render: ({ before }) => <OutsideText text={before} /> },
          { label: 'Now', render: ({ now }) => <OutsideText text={now} /> },
          { label: 'Your draft', render: ({ draft }) => <OutsideText text={draft} /> },
        ]}
      />
    </Dialog>
  );
}
