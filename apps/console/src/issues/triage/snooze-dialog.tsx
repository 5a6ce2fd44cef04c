import { useState, type ReactNode } from 'react';
import { Button } from '../../ui/controls/button.js';
import { Segmented } from '../../ui/controls/segmented.js';
import { TextField } from '../../ui/controls/text-field.js';
import { Dialog } from '../../ui/feedback/dialog.js';
import { describeCondition, type SnoozeCondition } from './actions.js';
import { readSnooze, SNOOZE_KINDS, SNOOZE_TEXTS, type SnoozeKind } from './snooze.js';
import classes from './triage-bar.module.css';

interface SnoozeDialogProps {
  readonly onClose: () => void;
  readonly onSnooze: (until: SnoozeCondition) => void;
}

/** Asks what ends the snooze. */
export function SnoozeDialog({ onClose, onSnooze }: SnoozeDialogProps): ReactNode {
  const [kind, setKind] = useState<SnoozeKind>('for');
  const [typed, setTyped] = useState<string>();
  const { label, start, hint } = SNOOZE_TEXTS[kind];
  const value = typed ?? start;
  const read = readSnooze(kind, value);
  const until = 'until' in read ? read.until : undefined;
  const fault = 'fault' in read ? read.fault : undefined;
  return (
    <Dialog
      title="Snooze this issue"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" disabledReason={fault} onClick={() => until && onSnooze(until)}>
            {until ? `Snooze ${describeCondition(until)}` : 'Snooze'}
          </Button>
        </>
      }
    >
      <div className={classes.form}>
        <p className={classes.note}>
          Its events are counted, and it becomes ongoing again when the condition is met. What is counted starts now.
        </p>
        <Segmented
          label="Snooze until"
          value={kind}
          options={SNOOZE_KINDS}
          onChange={(next) => {
            setKind(next);
            setTyped(undefined);
          }}
        />
        {label === undefined ? (
          <p>{hint}</p>
        ) : (
          <TextField label={label} value={value} onChange={setTyped} hint={hint} fault={fault} maxLength={12} />
        )}
      </div>
    </Dialog>
  );
}
