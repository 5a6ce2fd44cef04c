import { useEffect, type ReactNode } from 'react';
import { useKeys } from '../../keys/use-keys.js';
import { useMembers } from '../../session/use-members.js';
import { Button } from '../../ui/controls/button.js';
import { Dialog } from '../../ui/feedback/dialog.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import { describeDone, toUndo } from './actions.js';
import { ConflictDialog } from './conflict-dialog.js';
import classes from './triage-feedback.module.css';
import type { Outcome, Triage } from './use-triage.js';

/** Milliseconds for which a change can be undone here. */
const SHOWN_MS = 12_000;

/** The result of the last change: what was done, with a way back; or why it was not done. */
export function TriageFeedback({ triage }: { readonly triage: Triage }): ReactNode {
  const { outcome, run, dismiss } = triage;
  return (
    <>
      <div role="status" className={classes.place}>
        {outcome?.kind === 'done' && <Done outcome={outcome} triage={triage} />}
      </div>
      {outcome?.kind === 'conflict' && (
        <ConflictDialog
          action={outcome.action}
          before={outcome.before}
          now={outcome.now}
          onClose={dismiss}
          onApply={() => {
            dismiss();
            run(outcome.now, outcome.action);
          }}
        />
      )}
      {outcome?.kind === 'failed' && (
        <Dialog title="The issue was not changed" onClose={dismiss} actions={<Button onClick={dismiss}>Close</Button>}>
          <ErrorBox error={outcome.error} />
        </Dialog>
      )}
    </>
  );
}

interface DoneProps {
  readonly outcome: Extract<Outcome, { readonly kind: 'done' }>;
  readonly triage: Triage;
}

function Done({ outcome, triage: { run, dismiss } }: DoneProps): ReactNode {
  const { nameOf } = useMembers();
  const { action, before, now } = outcome;
  const undo = toUndo(action, before);
  const onUndo = (): void => {
    dismiss();
    if (undo) run(now, undo);
  };
  useEffect(() => {
    const timer = setTimeout(dismiss, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [outcome, dismiss]);
  useKeys('Last change', undo ? [{ keys: 'z', label: 'Undo the last change', run: onUndo }] : []);
  return (
    <div className={classes.done}>
      <p className={classes.text}>
        <strong>{describeDone(action, nameOf)}</strong> <OutsideText text={now.title} limit={80} />
      </p>
      {undo && (
        <Button
          shortcut="z"
          title={before.status === 'new' && action.kind !== 'assign' ? 'Reopens it as ongoing' : 'Undo'}
          onClick={onUndo}
        >
          Undo
        </Button>
      )}
      <Button kind="quiet" icon="close" aria-label="Dismiss" onClick={dismiss} />
    </div>
  );
}
