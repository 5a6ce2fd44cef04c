import { useId, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { useApiChange } from '../../api/hooks.js';
import { newIdempotencyKey } from '../../api/idempotency-key.js';
import { useGo } from '../../links/use-go.js';
import { Button } from '../../ui/controls/button.js';
import { Select } from '../../ui/controls/select.js';
import { TextField } from '../../ui/controls/text-field.js';
import { Dialog } from '../../ui/feedback/dialog.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import classes from './start-dialog.module.css';
import { SUBJECTS, toSubject } from './subject.js';

interface StartDialogProps {
  /** The subject as the address has it. */
  readonly subject: string;
  readonly onClose: () => void;
}

/** Starts an investigation from a question, and from what it is about. */
export function StartDialog({ subject: given, onClose }: StartDialogProps): ReactNode {
  const form = useId();
  const go = useGo();
  const [question, setQuestion] = useState('');
  const [{ type, ref }, setSubject] = useState(() => toSubject(given));
  const sent = useRef({ text: '', key: '' });
  const start = useApiChange('POST /investigations', ['GET /investigations']);
  const isReady = question.trim() !== '' && (type === 'question' || ref.trim() !== '');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isReady || start.isPending) return;
    const subject = type === 'question' ? undefined : { type, ref: ref.trim() };
    const body = { question: question.trim(), ...(subject && { subject }) };
    // The same question again is one investigation; another one needs a key of its own.
    const text = JSON.stringify(body);
    if (sent.current.text !== text) sent.current = { text, key: newIdempotencyKey() };
    start.mutate(
      { body: { ...body, idempotency_key: sent.current.key } },
      { onSuccess: ({ id }) => go({ to: `ai/investigations/${id}` }) },
    );
  };
  return (
    <Dialog
      title="New investigation"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="primary"
            type="submit"
            form={form}
            disabledReason={isReady ? undefined : 'Type a question, and what it is about.'}
          >
            Start
          </Button>
        </>
      }
    >
      <form id={form} className={classes.form} onSubmit={submit}>
        <TextField
          label="Question"
          value={question}
          maxLength={500}
          placeholder="why is checkout slow since 10:00"
          hint="Services, environments and times in it say where and when to look; times are UTC."
          onChange={setQuestion}
        />
        <Select
          label="Starts from"
          showsLabel
          value={type}
          options={SUBJECTS}
          onChange={(next) => setSubject({ type: next, ref })}
        />
        {type !== 'question' && (
          <TextField label="Its ID" value={ref} maxLength={200} onChange={(next) => setSubject({ type, ref: next })} />
        )}
      </form>
      {start.error && <ErrorBox error={start.error} />}
    </Dialog>
  );
}
