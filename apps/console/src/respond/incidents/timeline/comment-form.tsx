import { useState, type ReactNode } from 'react';
import type { Incident } from '../../../gen/api.js';
import { Button } from '../../../ui/controls/button.js';
import { TextArea } from '../../../ui/controls/text-area.js';
import { useRefusal } from '../../parts/use-refusal.js';
import type { IncidentChange } from '../changes/use-incident-change.js';
import classes from '../incidents.module.css';

const MAX_COMMENT = 10_000;

/** Writes into the timeline. The text stays until it is there. */
export function CommentForm({
  incident,
  change,
}: {
  readonly incident: Incident;
  readonly change: IncidentChange;
}): ReactNode {
  const [text, setText] = useState('');
  const role = useRefusal('incidents:write');
  const reason = role ?? (text.trim() === '' ? 'Write something first.' : undefined);
  const onSend = (): void => {
    if (reason !== undefined) return;
    const onDone = (): void => setText((now) => (now === text ? '' : now));
    void change.run(incident, { kind: 'comment', text: text.trim() }, onDone);
  };
  return (
    <div className={classes.write}>
      <TextArea
        label="Comment"
        value={text}
        onChange={setText}
        maxLength={MAX_COMMENT}
        placeholder="What did you see, or do?"
        onSubmit={onSend}
      />
      <div>
        <Button kind="primary" shortcut="Control+Enter" title="Comment" disabledReason={reason} onClick={onSend}>
          Comment
        </Button>
      </div>
    </div>
  );
}
