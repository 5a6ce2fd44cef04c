import { useState, type ReactNode } from 'react';
import type { Flag } from '../../../gen/api.js';
import { TextArea } from '../../../ui/controls/text-area.js';
import { OutsideText } from '../../../ui/text/outside-text.js';
import type { Draft } from '../draft.js';
import classes from '../editor.module.css';
import { readFlagJson, toFlagJson } from './flag-json.js';

interface JsonFormProps {
  readonly flag: Flag;
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
  /** Called with whether the text has a mistake; the draft is then the last one without. */
  readonly onFault: (hasFault: boolean) => void;
}

const SHOWN = 5;

/** The draft of a flag as JSON; each mistake is named with its place. */
export function JsonForm({ flag, draft, onChange, onFault }: JsonFormProps): ReactNode {
  const [text, setText] = useState(() => toFlagJson(draft, flag));
  const [faults, setFaults] = useState<readonly string[]>([]);
  const change = (next: string): void => {
    setText(next);
    const read = readFlagJson(next, flag);
    setFaults(read.faults);
    onFault(read.faults.length > 0);
    if (read.draft && read.faults.length === 0) onChange(read.draft);
  };
  return (
    <>
      <TextArea label="Flag as JSON" rows={24} isCode value={text} onChange={change} />
      {/* The height of one line is kept, so that the buttons below stay in their place. */}
      <ul role="status" aria-label="Mistakes" className={classes.mistakes}>
        {faults.slice(0, SHOWN).map((fault) => (
          <li key={fault}>
            <OutsideText text={fault} />
          </li>
        ))}
        {faults.length > SHOWN && <li>{`${faults.length - SHOWN} more.`}</li>}
      </ul>
    </>
  );
}
