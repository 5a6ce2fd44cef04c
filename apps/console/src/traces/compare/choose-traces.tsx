import { useState, type ReactNode } from 'react';
import { Button } from '../../ui/controls/button.js';
import { TextField } from '../../ui/controls/text-field.js';
import classes from './compare-page.module.css';
import type { CompareState } from './fields.js';

interface ChooseTracesProps extends CompareState {
  readonly onChoose: (chosen: CompareState) => void;
}

/** The IDs of both traces. */
export function ChooseTraces({ a, b, onChoose }: ChooseTracesProps): ReactNode {
  const [before, setBefore] = useState(a);
  const [after, setAfter] = useState(b);
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        onChoose({ a: before.trim(), b: after.trim() });
      }}
    >
      <TextField label="Trace before" value={before} onChange={setBefore} maxLength={64} spellCheck={false} />
      <TextField label="Trace after" value={after} onChange={setAfter} maxLength={64} spellCheck={false} />
      <Button type="submit">Compare</Button>
    </form>
  );
}
