import { lazy, Suspense, useState, type ReactNode } from 'react';
import type { IssueDetails } from '../../gen/api.js';
import { useSession } from '../../session/session.js';
import { Button } from '../../ui/controls/button.js';
import { refuse, type TriageAction } from './actions.js';
import { AssigneeSelect } from './assignee-select.js';
import { SnoozeDialog } from './snooze-dialog.js';
import classes from './triage-bar.module.css';
import type { Triage } from './use-triage.js';

const MergeDialog = lazy(async () => ({ default: (await import('./merge-dialog.js')).MergeDialog }));

interface TriageBarProps {
  readonly issue: IssueDetails;
  readonly triage: Triage;
}

/** The actions on an issue. Buttons that its status or the user's role does not permit say why. */
export function TriageBar({ issue, triage }: TriageBarProps): ReactNode {
  const { can } = useSession();
  const [dialog, setDialog] = useState<'snooze' | 'merge'>();
  const close = (): void => setDialog(undefined);
  const role = can('issues:write') ? undefined : 'Your role does not have issues:write.';
  const reason = (kind: TriageAction['kind']): string | undefined => role ?? refuse(kind, issue.status);
  const run = (action: TriageAction): void => triage.run(issue, action);
  const isOpen = refuse('reopen', issue.status) !== undefined;
  return (
    <div role="group" aria-label="Triage" className={classes.bar}>
      {!isOpen && (
        <Button kind="primary" disabledReason={role} onClick={() => run({ kind: 'reopen' })}>
          Reopen
        </Button>
      )}
      {issue.status !== 'resolved' && (
        <>
          <Button
            kind={isOpen ? 'primary' : 'secondary'}
            icon="check"
            title="Resolve; any later event brings it back"
            disabledReason={reason('resolve')}
            onClick={() => run({ kind: 'resolve' })}
          >
            Resolve
          </Button>
          <Button
            title="Only events of releases after the current one bring it back"
            disabledReason={reason('resolve')}
            onClick={() => run({ kind: 'resolve', inNextRelease: true })}
          >
            In next release
          </Button>
        </>
      )}
      {isOpen && (
        <Button
          title="Events are counted, and change nothing"
          disabledReason={reason('ignore')}
          onClick={() => run({ kind: 'ignore' })}
        >
          Ignore
        </Button>
      )}
      {refuse('snooze', issue.status) === undefined && (
        <Button icon="clock" disabledReason={role} onClick={() => setDialog('snooze')}>
          Snooze
        </Button>
      )}
      <Button disabledReason={role} onClick={() => setDialog('merge')}>
        Merge
      </Button>
      <AssigneeSelect
        assignee={issue.assignee_id}
        disabledReason={role}
        onChange={(userId) => run({ kind: 'assign', userId })}
      />
      {dialog === 'snooze' && (
        <SnoozeDialog
          onClose={close}
          onSnooze={(until) => {
            close();
            run({ kind: 'snooze', until });
          }}
        />
      )}
      <Suspense>{dialog === 'merge' && <MergeDialog issue={issue} onClose={close} />}</Suspense>
    </div>
  );
}
