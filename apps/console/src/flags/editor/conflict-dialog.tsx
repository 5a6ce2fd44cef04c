import type { ReactNode } from 'react';
import type { Flag } from '../../gen/api.js';
import { TimeText } from '../../time/time-text.js';
import { Button } from '../../ui/controls/button.js';
import { Dialog } from '../../ui/feedback/dialog.js';
import { Table } from '../../ui/layout/table.js';
import type { Definition } from '../describe-flag.js';
import { compareFlags, type PartDifference } from './compare-flags.js';

interface ConflictDialogProps {
  /** The flag as it was when the editor was opened. */
  readonly before: Flag;
  readonly now: Flag;
  readonly draft: Definition & Pick<Flag, 'name'>;
  readonly onDiscard: () => void;
  readonly onOverwrite: () => void;
  readonly onClose: () => void;
}

/** Says that the flag has changed since the editor was opened and how, beside what the draft would make of it. */
export function ConflictDialog(props: ConflictDialogProps): ReactNode {
  const { before, now, draft, onDiscard, onOverwrite, onClose } = props;
  return (
    <Dialog
      title="The flag has changed"
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
        {'Your draft was not saved, because the flag is no longer the one that you opened. '}
        {now.updated_at !== undefined && (
          <>
            {'Its last change was at '}
            <TimeText at={now.updated_at} />.
          </>
        )}
      </p>
      <Table<PartDifference>
        label="What has changed"
        rows={compareFlags(before, now, draft)}
        getId={({ part }) => part}
        empty="Nothing that this editor changes."
        columns={[
          { label: 'Part', render: ({ part }) => part },
          { label: 'You opened', render: (each) => <bdi>{each.before}</bdi> },
          { label: 'Now', render: (each) => <bdi>{each.now}</bdi> },
          { label: 'Your draft', render: (each) => <bdi>{each.draft}</bdi> },
        ]}
      />
    </Dialog>
  );
}
