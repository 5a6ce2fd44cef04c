import { useMemo, useState, type ReactNode } from 'react';
import { useApiChange } from '../../api/hooks.js';
import { Select } from '../../ui/controls/select.js';
import { TextArea } from '../../ui/controls/text-area.js';
import { TextField } from '../../ui/controls/text-field.js';
import { announce } from '../../ui/feedback/announcements.js';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.js';
import { toMilliseconds } from '../parts/durations.js';
import classes from '../parts/respond.module.css';
import { useRefusal } from '../parts/use-refusal.js';
import { formatMatchers, parseMatchers, readSilenceDraft } from './draft.js';
import { SilencePreview } from './silence-preview.js';

const LENGTHS = [
  ['30m', '30 minutes'],
  ['1h', '1 hour'],
  ['4h', '4 hours'],
  ['1d', '1 day'],
  ['7d', '7 days'],
  ['30d', '30 days'],
].map(([value = '', label = '']) => ({ value, label }));

interface NewSilenceProps {
  /** The draft in the address. */
  readonly source: string;
  readonly onClose: () => void;
}

/** Makes a silence, after showing which alerts it would silence now. */
export function NewSilence({ source, onClose }: NewSilenceProps): ReactNode {
  const start = useMemo(() => readSilenceDraft(source), [source]);
  const role = useRefusal('alerts:write');
  const [name, setName] = useState('');
  const [text, setText] = useState(formatMatchers(start.matchers));
  const [length, setLength] = useState('1h');
  const [comment, setComment] = useState('');
  const [missing, setMissing] = useState<string>();
  const create = useApiChange('POST /alerts/silences', ['GET /alerts/silences', 'GET /alerts']);
  const { matchers, fault } = useMemo(() => parseMatchers(text), [text]);
  const onConfirm = (): void => {
    if (name.trim() === '') return setMissing('Type a name.');
    if (fault !== undefined || matchers.length === 0) return;
    const end = new Date(Date.now() + (toMilliseconds(length) ?? 0)).toISOString();
    const body = { name: name.trim(), matchers, ends_at: end, comment: comment.trim() };
    const onSuccess = (): void => {
      announce('Silenced.');
      onClose();
    };
    create.mutate({ body }, { onSuccess });
  };
  return (
    <ConfirmDialog
      kind="primary"
      title="New silence"
      action="Silence"
      error={create.error}
      isPending={create.isPending}
      disabledReason={role}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <div className={classes.form}>
        <TextField label="Name" value={name} onChange={setName} maxLength={200} fault={missing} />
        <TextArea
          label="Matchers"
          value={text}
          onChange={setText}
          rows={4}
          placeholder={'alertname=Checkout fails\nservice_name=~cart|web'}
        />
        <p className={fault === undefined ? classes.note : classes.warning}>
          {fault ?? 'One on each line, all of which have to match: = and != for a text, =~ and !~ for an expression.'}
        </p>
        <Select label="For" showsLabel value={length} options={LENGTHS} onChange={setLength} />
        <TextField label="Comment" value={comment} onChange={setComment} maxLength={1000} hint="Why it is silent." />
        {fault === undefined && matchers.length > 0 && <SilencePreview matchers={matchers} />}
      </div>
    </ConfirmDialog>
  );
}
