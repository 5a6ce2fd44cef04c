import { useState, type ReactNode } from 'react';
import { useApiChange } from '../../api/hooks.js';
import type { Flag } from '../../gen/api.js';
import { useGo } from '../../links/use-go.js';
import { missingScope } from '../../session/missing-scope.js';
import { useSession } from '../../session/session.js';
import { Button } from '../../ui/controls/button.js';
import { announce } from '../../ui/feedback/announcements.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import classes from '../flag.module.css';
import { DeleteDialog } from './delete-dialog.js';
import { FLAG_READS } from './flag-reads.js';

/** Turns a flag off and on, opens its editor, and deletes it. */
export function FlagBar({ flag }: { readonly flag: Flag }): ReactNode {
  const { can } = useSession();
  const go = useGo();
  const [isDeleting, setDeleting] = useState(false);
  const change = useApiChange('PATCH /flags/{flag_key}', FLAG_READS);
  const reason = can('flags:write') ? undefined : missingScope('flags:write');
  const { key, active, version } = flag;
  const onToggle = (): void => {
    const onSuccess = (): void => announce(active ? `Deactivated ${key}` : `Activated ${key}`);
    change.mutate({ path: { flag_key: key }, body: { active: !active, expected_version: version } }, { onSuccess });
  };
  return (
    <>
      <div role="group" aria-label="Actions on the flag" className={classes.lead}>
        <Button
          kind={active ? 'secondary' : 'primary'}
          icon={active ? 'pause' : 'play'}
          title={
            active ? 'Off for everyone within a second; the rules are kept' : 'The rules apply again within a second'
          }
          disabledReason={reason ?? (change.isPending ? 'The change is on its way.' : undefined)}
          onClick={onToggle}
        >
          {active ? 'Deactivate' : 'Activate'}
        </Button>
        <Button
          icon="edit"
          disabledReason={reason}
          onClick={() => go({ to: `flags/${encodeURIComponent(key)}`, search: { edit: '1' } })}
        >
          Edit
        </Button>
        <Button icon="trash" disabledReason={reason} onClick={() => setDeleting(true)}>
          Delete
        </Button>
      </div>
      {change.error && <ErrorBox error={change.error} onRetry={change.reset} />}
      {isDeleting && <DeleteDialog flag={flag} onClose={() => setDeleting(false)} />}
    </>
  );
}
