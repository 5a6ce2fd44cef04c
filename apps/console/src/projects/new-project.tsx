import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useApiChange } from '../api/hooks.js';
import type { Project } from '../gen/api.js';
import { useSession } from '../session/session.js';
import { TextField } from '../ui/controls/text-field.js';
import { announce } from '../ui/feedback/announcements.js';
import { ConfirmDialog } from '../ui/feedback/confirm-dialog.js';
import classes from './new-project.module.css';
import { refuseSlug, toSlug } from './project-slug.js';

/** Makes a project, and opens its home, which shows the first steps. */
export function NewProject({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { projects } = useSession();
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [typedSlug, setSlug] = useState<string>();
  const [description, setDescription] = useState('');
  const { mutate, error, isPending } = useApiChange('POST /projects', ['GET /projects']);
  const slug = typedSlug ?? toSlug(name);
  const refusal = refuseSlug(
    slug,
    projects.map((project) => project.slug),
  );
  const onConfirm = (): void => {
    const onSuccess = (made: Project): void => {
      announce(`Created ${made.name}`);
      onClose();
      void navigate({ to: `/p/${made.slug}/` as never, search: {} as never });
    };
    mutate({ body: { name: name.trim(), slug, description: description.trim() } }, { onSuccess });
  };
  return (
    <ConfirmDialog
      title="New project"
      action="Create"
      kind="primary"
      error={error}
      isPending={isPending}
      disabledReason={name.trim() === '' ? 'Type a name first.' : refusal}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <div className={classes.form}>
        <p className={classes.note}>
          Telemetry, issues, flags, rules and dashboards belong to one project. Members of the organization see all.
        </p>
        <TextField label="Name" value={name} maxLength={200} placeholder="Web shop" onChange={setName} />
        <TextField
          label="Short name"
          value={slug}
          maxLength={63}
          spellCheck={false}
          autoComplete="off"
          hint="It is in addresses and commands, and cannot be changed later."
          fault={slug === '' && typedSlug === undefined ? undefined : refusal}
          onChange={setSlug}
        />
        <TextField label="Purpose (optional)" value={description} maxLength={2000} onChange={setDescription} />
      </div>
    </ConfirmDialog>
  );
}
