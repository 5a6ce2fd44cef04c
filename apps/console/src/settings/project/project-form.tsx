import type { ReactNode } from 'react';
import { useApiChange } from '../../api/hooks.js';
import { Conflict } from '../../drafts/conflict.js';
import { toDifferences } from '../../drafts/differences.js';
import { refuseSave } from '../../drafts/refuse-save.js';
import { useEdit } from '../../drafts/use-edit.js';
import type { Project } from '../../gen/api.js';
import { missingScope } from '../../session/missing-scope.js';
import { useSession } from '../../session/session.js';
import { Button } from '../../ui/controls/button.js';
import { TextField } from '../../ui/controls/text-field.js';
import { announce } from '../../ui/feedback/announcements.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import classes from '../settings.module.css';

const toDraft = ({ name, description }: Project) => ({ name, description });

/** The name and the purpose of a project. */
export function ProjectForm({ project }: { readonly project: Project }): ReactNode {
  const { can } = useSession();
  const { mutate, error, isPending, reset } = useApiChange('PATCH /projects/{project_id}', [
    'GET /projects',
    'GET /projects/{project_id}',
  ]);
  const { draft, change, isChanged, isConflict, version, load } = useEdit(project, toDraft, error);
  const role = can('projects:write') ? undefined : missingScope('projects:write');
  const fault = draft.name.trim() === '' ? 'Type a name first.' : undefined;
  const reason = refuseSave({ role, isChanged, fault, isPending });
  const onSave = (): void => {
    const body = {
      name: draft.name.trim(),
      description: draft.description.trim(),
      ...(version !== undefined && { expected_version: version }),
    };
    const onSuccess = (saved: Project): void => {
      load(saved);
      announce('Saved the project');
    };
    mutate({ path: { project_id: project.id }, body }, { onSuccess });
  };
  const take = (): void => {
    load(project);
    reset();
  };
  return (
    <form
      aria-label="Project"
      className={classes.narrow}
      onSubmit={(event) => {
        event.preventDefault();
        if (reason === undefined) onSave();
      }}
    >
      <TextField
        label="Name"
        value={draft.name}
        maxLength={200}
        readOnly={role !== undefined}
        title={role}
        onChange={(name) => change({ name })}
      />
      <TextField
        label="Purpose"
        value={draft.description}
        maxLength={2000}
        readOnly={role !== undefined}
        title={role}
        onChange={(description) => change({ description })}
      />
      {isConflict ? (
        <Conflict
          operation="projects.update"
          about={project.id}
          differences={toDifferences(toDraft(project), draft, { name: 'Name', description: 'Purpose' })}
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
