import { useMemo, useState, type ReactNode } from 'react';
import { useDebounced } from '../../api/use-debounced.js';
import { ConflictDialog } from '../../drafts/conflict-dialog.js';
import type { Flag } from '../../gen/api.js';
import { Button } from '../../ui/controls/button.js';
import { TextField } from '../../ui/controls/text-field.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { Outcome } from '../outcome/outcome.js';
import { compareFlags } from './compare-flags.js';
import { toDraft, type Draft } from './draft.js';
import classes from './editor.module.css';
import { GroupsForm } from './groups-form.js';
import { JsonForm } from './json/json-form.js';
import { readDraft } from './read-draft.js';
import { toChanges } from './to-changes.js';
import { useSaveFlag } from './use-save-flag.js';
import { VariantsForm } from './variants-form.js';
import { WhileOff } from './while-off.js';

interface FlagEditorProps {
  readonly flag: Flag;
  readonly onClose: () => void;
}

/** Milliseconds without a key after which the draft is evaluated. */
const PAUSE_MS = 400;

/** The form of a flag, and beside it what the draft would change for whom before it is saved. */
export function FlagEditor({ flag, onClose }: FlagEditorProps): ReactNode {
  // The flag as it was when the editor was opened; the page may read a later one meanwhile.
  const [base] = useState(flag);
  const [draft, setDraft] = useState<Draft>(() => toDraft(base));
  const [isJson, setJson] = useState(false);
  const [jsonFault, setJsonFault] = useState(false);
  const read = useMemo(() => readDraft(draft, base), [draft, base]);
  const { faults } = read;
  const settled = useDebounced(read, PAUSE_MS);
  const { save, error, hasConflict, isPending, reset } = useSaveFlag(base.key, onClose);
  // The present state of the flag is read again after a conflict.
  const showsConflict = hasConflict && flag.version !== base.version;
  const change = (part: Partial<Draft>): void => setDraft({ ...draft, ...part });
  const reason = faults.size > 0 || jsonFault ? 'Correct what is marked first.' : isPending ? 'Saving…' : undefined;
  const keys = draft.variants.map(({ key }) => key).filter((key) => key !== '');
  return (
    <div className={classes.editor}>
      <form
        aria-label="Flag"
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (reason === undefined) save(toChanges(base, draft), base.version);
        }}
      >
        {isJson ? (
          <JsonForm flag={base} draft={draft} onChange={setDraft} onFault={setJsonFault} />
        ) : (
          <>
            <TextField label="Name" value={draft.name} maxLength={200} onChange={(name) => change({ name })} />
            {base.type === 'multivariate' && (
              <VariantsForm variants={draft.variants} faults={faults} onChange={(variants) => change({ variants })} />
            )}
            <GroupsForm
              groups={draft.groups}
              variants={keys}
              faults={faults}
              onChange={(groups) => change({ groups })}
            />
            <WhileOff flag={base} draft={draft} variants={keys} faults={faults} onChange={change} />
          </>
        )}
        {error && !showsConflict && <ErrorBox error={error} />}
        <div className={classes.actions}>
          <Button type="submit" kind="primary" disabledReason={reason}>
            Save
          </Button>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            disabledReason={jsonFault || (!isJson && faults.size > 0) ? 'Correct what is marked first.' : undefined}
            onClick={() => setJson(!isJson)}
          >
            {isJson ? 'Edit as a form' : 'Edit as JSON'}
          </Button>
        </div>
      </form>
      <section aria-label="Preview" className={classes.preview}>
        <h2 className={classes.heading}>Who would get what</h2>
        {settled.faults.size > 0 || jsonFault ? (
          <p className={classes.note}>The draft is evaluated once everything that is marked is corrected.</p>
        ) : (
          <Outcome flagKey={base.key} definition={settled.definition} saved={base} />
        )}
      </section>
      {showsConflict && (
        <ConflictDialog
          what="flag"
          differences={compareFlags(base, flag, { ...flag, ...toChanges(base, draft) })}
          changedAt={flag.updated_at}
          onDiscard={onClose}
          onOverwrite={() => save(toChanges(base, draft), flag.version)}
          onClose={reset}
        />
      )}
    </div>
  );
}
