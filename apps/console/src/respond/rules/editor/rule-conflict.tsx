import type { ReactNode } from 'react';
import type { AlertRule } from '../../../gen/api.js';
import { Button } from '../../../ui/controls/button.js';
import { Dialog } from '../../../ui/feedback/dialog.js';
import { Table } from '../../../ui/layout/table.js';
import { compareRules, type Difference } from './compare-rules.js';

interface RuleConflictProps {
  readonly before: AlertRule;
  readonly now: AlertRule;
  readonly onApply: () => void;
  readonly onClose: () => void;
}

/** Says how a rule has changed since it was read, and offers to replace it nevertheless. */
export function RuleConflict({ before, now, onApply, onClose }: RuleConflictProps): ReactNode {
  return (
    <Dialog
      title="The rule has changed"
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
      <p>
        Your rule was not saved, because the stored one is no longer the one that you have opened. Saving yours replaces
        it.
      </p>
      <Table<Difference>
        label="What has changed"
        rows={compareRules(before, now)}
        getId={({ name }) => name}
        empty="What the form shows is as you have opened it."
        columns={[
          { label: 'Field', render: ({ name }) => name },
          { label: 'You saw', render: ({ before: text }) => <bdi>{text}</bdi> },
          { label: 'Now', render: ({ now: text }) => <bdi>{text}</bdi> },
        ]}
      />
    </Dialog>
  );
}
