import { useState, type ReactNode } from 'react';
import { useApi, useApiChange } from '../../api/hooks.js';
import type { Project } from '../../gen/api.js';
import { useSession } from '../../session/session.js';
import { TextField } from '../../ui/controls/text-field.js';
import { CodeBlock } from '../../ui/feedback/code-block.js';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import classes from '../settings.module.css';

interface DeleteProjectProps {
  readonly project: Project;
  readonly onClose: () => void;
}

/** Deletes a project once its short name was typed, and opens another one. */
export function DeleteProject({ project: { id, slug, name, version }, onClose }: DeleteProjectProps): ReactNode {
  const { projects, can } = useSession();
  const [typed, setTyped] = useState('');
  const { mutate, error, isPending, isSuccess } = useApiChange('DELETE /projects/{project_id}');
  const keys = useApi('GET /account/api-keys', {}, { enabled: can('api_keys:read') });
  const ending = keys.data?.api_keys.filter(
    ({ project_id: owner, revoked_at: revoked }) => owner === id && revoked === undefined,
  ).length;
  const onConfirm = (): void => {
    // Nothing that was read of the project stays in the memory of the window.
    const onSuccess = (): void => {
      const next = projects.find((other) => other.id !== id);
      window.location.replace(next === undefined ? '/' : `/p/${next.slug}/`);
    };
    mutate({ path: { project_id: id }, query: { confirm: id, expected_version: version } }, { onSuccess });
  };
  return (
    <ConfirmDialog
      title="Delete this project?"
      action="Delete the project"
      error={error}
      isPending={isPending || isSuccess}
      disabledReason={typed.trim() === slug ? undefined : 'Type the short name of the project first.'}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <div className={classes.form}>
        <p>
          {'All of '}
          <OutsideText text={name} limit={80} />
          {' is lost, and cannot be brought back:'}
        </p>
        <ul className={classes.effects}>
          <li>logs, traces, metrics, events, recordings, issues, agent runs, and files of exports</li>
          <li>dashboards, flags, rules, incidents, schedules, channels, connections, and configuration</li>
          <li>
            {ending === undefined || ending === 0
              ? 'the API keys of the project'
              : `${ending} API ${ending === 1 ? 'key' : 'keys'} of the project`}
            {'; programs that send to it are refused within five seconds'}
          </li>
        </ul>
        <p className={classes.note}>
          The data has left all disks after about 15 minutes. This command shows how far it is:
        </p>
        <CodeBlock label="Progress of the erasure" text={`svc projects get ${id}`} />
        <TextField
          label={`Type ${slug} to confirm`}
          value={typed}
          spellCheck={false}
          autoComplete="off"
          onChange={setTyped}
        />
      </div>
    </ConfirmDialog>
  );
}
