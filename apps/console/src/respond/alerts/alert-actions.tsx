import { useState, type ReactNode } from 'react';
import type { Route } from '../../api/call.js';
import { useApiChange } from '../../api/hooks.js';
import type { AlertDetails } from '../../gen/api.js';
import { useGo } from '../../links/use-go.js';
import { Button } from '../../ui/controls/button.js';
import { TextField } from '../../ui/controls/text-field.js';
import { announce } from '../../ui/feedback/announcements.js';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.js';
import classes from '../parts/respond.module.css';
import { useRefusal } from '../parts/use-refusal.js';
import { toSilenceDraft } from '../silences/draft.js';

const READS: readonly Route[] = ['GET /alerts', 'GET /alerts/{alert_id}', 'GET /notifications/deliveries'];

/** Acknowledges, resolves or silences an alert. Buttons that do nothing now say why. */
export function AlertActions({ alert }: { readonly alert: AlertDetails }): ReactNode {
  const [dialog, setDialog] = useState<'acknowledge' | 'resolve'>();
  const go = useGo();
  const role = useRefusal('alerts:write');
  const { state, labels } = alert;
  const isOver = state === 'resolved' ? 'The alert is resolved.' : undefined;
  const notFiring = state === 'firing' ? undefined : `The alert is ${state}; only firing ones can be acknowledged.`;
  const onSilence = (): void =>
    go({ to: 'respond', search: { tab: 'silences', new: JSON.stringify(toSilenceDraft(labels)) } });
  return (
    <div role="group" aria-label="Actions" className={classes.bar}>
      <Button
        kind="primary"
        icon="check"
        disabledReason={role ?? isOver ?? notFiring}
        onClick={() => setDialog('acknowledge')}
      >
        Acknowledge
      </Button>
      <Button disabledReason={role ?? isOver} onClick={() => setDialog('resolve')}>
        Resolve
      </Button>
      <Button icon="bell" disabledReason={role ?? isOver} onClick={onSilence}>
        Silence
      </Button>
      {dialog && <NoteDialog alert={alert} action={dialog} onClose={() => setDialog(undefined)} />}
    </div>
  );
}

const EFFECTS = {
  acknowledge: 'Pages about it stop, and no further notification is sent unless its severity increases.',
  resolve: 'While its series stays in breach, it fires again after an hour, or once it has recovered in between.',
} as const;

interface NoteDialogProps {
  readonly alert: AlertDetails;
  readonly action: keyof typeof EFFECTS;
  readonly onClose: () => void;
}

function NoteDialog({ alert, action, onClose }: NoteDialogProps): ReactNode {
  const [note, setNote] = useState('');
  const acknowledge = useApiChange('POST /alerts/{alert_id}/acknowledge', READS);
  const resolve = useApiChange('POST /alerts/{alert_id}/resolve', READS);
  const isAcknowledge = action === 'acknowledge';
  const change = isAcknowledge ? acknowledge : resolve;
  const onConfirm = (): void => {
    const onSuccess = (): void => {
      announce(isAcknowledge ? 'Acknowledged.' : 'Resolved.');
      onClose();
    };
    const body = note.trim() === '' ? {} : { note: note.trim() };
    change.mutate({ path: { alert_id: alert.id }, body }, { onSuccess });
  };
  return (
    <ConfirmDialog
      kind="primary"
      title={isAcknowledge ? 'Acknowledge the alert?' : 'Resolve the alert?'}
      action={isAcknowledge ? 'Acknowledge' : 'Resolve'}
      error={change.error}
      isPending={change.isPending}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <div className={classes.form}>
        <p>{EFFECTS[action]}</p>
        <TextField label="Note" value={note} onChange={setNote} maxLength={1000} hint="Kept in the history." />
      </div>
    </ConfirmDialog>
  );
}
