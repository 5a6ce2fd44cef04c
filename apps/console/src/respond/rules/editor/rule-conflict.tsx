import type { ReactNode } from 'react';
import type { AlertRule } from '../../../gen/api.js';
import { ChangedDialog } from '../../parts/changed-dialog.js';
import { compareRules } from './compare-rules.js';

interface RuleConflictProps {
  readonly before: AlertRule;
  readonly now: AlertRule;
  readonly onApply: () => void;
  readonly onClose: () => void;
}

/** Says how a rule has changed since it was read, and offers to replace it anyway. */
export function RuleConflict({ before, now, onApply, onClose }: RuleConflictProps): ReactNode {
  return (
    <ChangedDialog
      title="The rule has changed"
      differences={compareRules(before, now)}
      onApply={onApply}
      onClose={onClose}
    >
      Your rule was not saved, because the stored one is no longer the one that you have opened. Saving yours replaces
      it.
    </ChangedDialog>
  );
}
