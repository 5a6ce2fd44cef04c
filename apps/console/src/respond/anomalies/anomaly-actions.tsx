import { useState, type ReactNode } from 'react';
import { ApiError } from '../../api/api-error.js';
import type { Route } from '../../api/call.js';
import { useApiChange } from '../../api/hooks.js';
import type { AnomalyFinding } from '../../gen/api.js';
import { useMembers } from '../../session/use-members.js';
import { Button } from '../../ui/controls/button.js';
import { announce } from '../../ui/feedback/announcements.js';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import classes from '../parts/respond.module.css';
import { useRefusal } from '../parts/use-refusal.js';
import { refuseAnomaly } from './describe-anomaly.js';

const READS: readonly Route[] = ['GET /anomalies', 'GET /anomalies/{finding_id}'];

type Action = 'acknowledge' | 'resolve' | 'delete';

interface AnomalyActionsProps {
  readonly finding: AnomalyFinding;
  readonly onDeleted: () => void;
}

/** Acknowledges, resolves or deletes an anomaly. Buttons that its status or the user's role does not permit say why. */
export function AnomalyActions({ finding, onDeleted }: AnomalyActionsProps): ReactNode {
  // The version that was looked at, also if another one arrives while the question is asked.
  const [asked, setAsked] = useState<{ readonly action: Action; readonly seen: AnomalyFinding }>();
  const role = useRefusal('anomalies:write');
  const { status } = finding;
  const ask = (action: Action) => (): void => setAsked({ action, seen: finding });
  return (
    <div role="group" aria-label="Actions" className={classes.bar}>
      <Button
        kind={status === 'open' ? 'primary' : 'secondary'}
        icon="check"
        disabledReason={role ?? refuseAnomaly('acknowledge', status)}
        onClick={ask('acknowledge')}
      >
        Acknowledge
      </Button>
      <Button disabledReason={role ?? refuseAnomaly('resolve', status)} onClick={ask('resolve')}>
        Resolve
      </Button>
      <Button kind="quiet" icon="trash" disabledReason={role} onClick={ask('delete')}>
        Delete
      </Button>
      {asked && <Question {...asked} now={finding} onDeleted={onDeleted} onClose={() => setAsked(undefined)} />}
    </div>
  );
}

const TEXTS: Readonly<Record<Action, { readonly button: string; readonly done: string; readonly effect: string }>> = {
  acknowledge: {
    button: 'Acknowledge',
    done: 'Acknowledged.',
    effect: 'Others see that someone is looking at it. It is resolved automatically after six normal windows.',
  },
  resolve: {
    button: 'Resolve',
    done: 'Resolved.',
    effect: 'It cannot be opened again. The series is not reported again in this direction before a window was normal.',
  },
  delete: {
    button: 'Delete',
    done: 'Deleted.',
    effect:
      'The finding and its explanation are lost. The series is not reported again in this direction before a window was normal.',
  },
};

interface QuestionProps {
  readonly action: Action;
  readonly seen: AnomalyFinding;
  readonly now: AnomalyFinding;
  readonly onDeleted: () => void;
  readonly onClose: () => void;
}

function Question({ action, seen, now, onDeleted, onClose }: QuestionProps): ReactNode {
  const acknowledge = useApiChange('POST /anomalies/{finding_id}/acknowledge', READS);
  const resolve = useApiChange('POST /anomalies/{finding_id}/resolve', READS);
  const remove = useApiChange('DELETE /anomalies/{finding_id}', ['GET /anomalies']);
  const { button, done, effect } = TEXTS[action];
  const { error, isPending } = { acknowledge, resolve, delete: remove }[action];
  const hasChanged = error instanceof ApiError && error.status === 409;
  const onConfirm = (): void => {
    const path = { finding_id: seen.id };
    // A second attempt, after a refusal, is about the state that was shown with it.
    const expected = { expected_version: hasChanged ? now.version : seen.version };
    const onSuccess = (): void => {
      announce(done);
      onClose();
      if (action === 'delete') onDeleted();
    };
    if (action === 'acknowledge') acknowledge.mutate({ path, body: expected }, { onSuccess });
    else if (action === 'resolve') resolve.mutate({ path, body: expected }, { onSuccess });
    else remove.mutate({ path, query: expected }, { onSuccess });
  };
  return (
    <ConfirmDialog
      kind={action === 'delete' ? 'danger' : 'primary'}
      title={`${button} the anomaly?`}
      action={hasChanged ? `${button} it anyway` : button}
      error={hasChanged ? null : error}
      isPending={isPending}
      disabledReason={hasChanged && action !== 'delete' ? refuseAnomaly(action, now.status) : undefined}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>{effect}</p>
      {hasChanged && <Changed seen={seen} now={now} />}
    </ConfirmDialog>
  );
}

function Changed({ seen, now }: { readonly seen: AnomalyFinding; readonly now: AnomalyFinding }): ReactNode {
  const { nameOf } = useMembers();
  const id = now.status === 'resolved' ? now.resolved_by : now.acknowledged_by;
  return (
    <p role="alert" className={classes.warning}>
      Nothing was done, because it has changed since you read it: it was {seen.status} and is {now.status} now
      {id !== undefined && (
        <>
          , by <OutsideText text={nameOf(id)} />
        </>
      )}
      .
    </p>
  );
}
