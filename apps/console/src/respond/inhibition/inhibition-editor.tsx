import { useState, type ReactNode } from 'react';
import type { InhibitionRules } from '../../gen/api.js';
import { useMembers } from '../../session/use-members.js';
import { Button } from '../../ui/controls/button.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import { ChangedDialog } from '../parts/changed-dialog.js';
import { EditorFrame } from '../parts/editor-frame.js';
import classes from '../parts/respond.module.css';
import { useRefusal } from '../parts/use-refusal.js';
import { useSave } from '../parts/use-save.js';
import { compareVersions, findFault, MAX_RULES, newRule, toDrafts, type InhibitionDraft } from './draft.js';
import { INHIBITION_WAYS } from './inhibition-ways.js';
import { RuleBlock } from './rule-block.js';

interface InhibitionEditorProps {
  readonly rules: InhibitionRules;
  readonly onClose: () => void;
}

/** Changes the inhibition rules of the project as a whole. */
export function InhibitionEditor({ rules, onClose }: InhibitionEditorProps): ReactNode {
  // The drafts are about the version that they were begun with.
  const [base] = useState(rules);
  const [drafts, setDrafts] = useState(() => toDrafts(base));
  const { nameOf } = useMembers();
  const role = useRefusal('alerts:write');
  const { save, error, conflict, keep } = useSave(INHIBITION_WAYS, onClose);
  const change = (next: InhibitionDraft): void =>
    setDrafts((now) => now.map((each) => (each.id === next.id ? next : each)));
  return (
    <>
      <EditorFrame
        form={
          <div className={classes.blocks}>
            {drafts.map((draft, index) => (
              <RuleBlock
                key={draft.id}
                nth={index + 1}
                draft={draft}
                onChange={change}
                onRemove={() => setDrafts((now) => now.filter(({ id }) => id !== draft.id))}
              />
            ))}
            <Button
              icon="plus"
              disabledReason={drafts.length < MAX_RULES ? undefined : `There are at most ${MAX_RULES} rules.`}
              onClick={() => setDrafts((now) => [...now, newRule()])}
            >
              Add a rule
            </Button>
          </div>
        }
        title="All rules"
        action="Save the rules"
        refusal={role ?? findFault(drafts)}
        error={error}
        onSave={() => save(drafts, base)}
        onClose={onClose}
      >
        {drafts.length === 0 && <p className={classes.warning}>Without a rule no alert keeps another one quiet.</p>}
        <p className={classes.note}>
          One matcher on each line, all of which have to match: = and != for a text, =~ and !~ for an expression. An
          alert that matches both sides is not kept quiet by others that do. The rules apply from the next notification
          of each group.
        </p>
      </EditorFrame>
      {conflict && (
        <ChangedDialog
          title="The rules have changed"
          differences={compareVersions(base, conflict)}
          onApply={() => save(drafts, conflict)}
          onClose={keep}
        >
          Your rules were not saved, because <OutsideText text={nameOf(conflict.updated_by)} /> has changed the stored
          ones since you opened them. Saving yours replaces them.
        </ChangedDialog>
      )}
    </>
  );
}
