import type { ReactNode } from 'react';
import { useApiChange } from '../../api/hooks.js';
import { Conflict } from '../../drafts/conflict.js';
import { toDifferences } from '../../drafts/differences.js';
import { refuseSave } from '../../drafts/refuse-save.js';
import { useEdit } from '../../drafts/use-edit.js';
import type { CodehostConfig } from '../../gen/api.js';
import { missingScope } from '../../session/missing-scope.js';
import { useSession } from '../../session/session.js';
import { Button } from '../../ui/controls/button.js';
import { TextField } from '../../ui/controls/text-field.js';
import { announce } from '../../ui/feedback/announcements.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import { CheckField } from '../../ui/fields/check-field.js';
import classes from '../settings.module.css';
import { CODEHOST_LABELS, refuseRepo, toCodehostBody, toCodehostDraft } from './codehost.js';
import { SourcePreview } from './source-preview.js';

/** Repository and directory of the source, with the place of a frame that is typed. */
export function CodehostForm({ config }: { readonly config: CodehostConfig }): ReactNode {
  const { can } = useSession();
  const { mutate, error, isPending, reset } = useApiChange('PUT /settings/codehost', ['GET /settings/codehost']);
  const { draft, change, isChanged, isConflict, version, load } = useEdit(config, toCodehostDraft, error);
  const fault = refuseRepo(draft.repo);
  const role = can('settings:write') ? undefined : missingScope('settings:write');
  const missing = draft.repo.trim() === '' ? 'Type the repository first.' : undefined;
  const wrong = fault === undefined ? undefined : 'Correct what is marked first.';
  const reason = refuseSave({ role, isChanged, fault: missing ?? wrong, isPending });
  const onSave = (): void => {
    const onSuccess = (saved: CodehostConfig): void => {
      load(saved);
      announce('Saved the code host');
    };
    mutate({ body: toCodehostBody(draft, version) }, { onSuccess });
  };
  const take = (): void => {
    load(config);
    reset();
  };
  return (
    <form
      aria-label="Code host"
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (reason === undefined) onSave();
      }}
    >
      <TextField
        label={CODEHOST_LABELS.repo}
        value={draft.repo}
        placeholder="acme/checkout"
        spellCheck={false}
        readOnly={role !== undefined}
        title={role}
        fault={fault}
        hint="Its owner and its name."
        onChange={(repo) => change({ repo })}
      />
      <TextField
        label={CODEHOST_LABELS.root}
        value={draft.root}
        placeholder="the root of the repository"
        maxLength={500}
        spellCheck={false}
        readOnly={role !== undefined}
        title={role}
        hint="The paths of stack frames are relative to it."
        onChange={(root) => change({ root })}
      />
      <CheckField
        label={CODEHOST_LABELS.isUsed}
        isChecked={draft.isUsed}
        disabledReason={role}
        hint="Turned off, it stays saved, and those who read it know that they must not use it."
        onChange={(isUsed) => change({ isUsed })}
      />
      <SourcePreview draft={draft} />
      {isConflict ? (
        <Conflict
          operation={config.version === undefined ? 'settings.codehost_delete' : 'settings.codehost_set'}
          differences={toDifferences(toCodehostDraft(config), draft, CODEHOST_LABELS)}
          onTake={take}
        />
      ) : (
        error && <ErrorBox error={error} />
      )}
      <div>
        <Button type="submit" kind="primary" disabledReason={reason}>
          Save
        </Button>
      </div>
    </form>
  );
}
