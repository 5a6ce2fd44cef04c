import { useState, type ReactNode } from 'react';
import { useApiChange } from '../../api/hooks.js';
import { useGo } from '../../links/use-go.js';
import { Button } from '../../ui/controls/button.js';
import { TextField } from '../../ui/controls/text-field.js';
import { Dialog } from '../../ui/feedback/dialog.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import classes from './dashboard-form.module.css';
import { parseTags } from './tags.js';

/** Makes an empty dashboard and opens it to be edited. */
export function CreateDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const go = useGo();
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const [tags, setTags] = useState('');
  const create = useApiChange('POST /dashboards', ['GET /dashboards']);
  const missing = name.trim() === '' ? 'A dashboard needs a name.' : undefined;
  const onCreate = (): void =>
    create.mutate(
      { body: { name: name.trim(), description, tags: parseTags(tags) } },
      { onSuccess: ({ id }) => go({ to: `dashboards/${encodeURIComponent(id)}`, search: { edit: '1' } }) },
    );
  return (
    <Dialog
      title="New dashboard"
      onClose={onClose}
      actions={
        <Button kind="primary" disabledReason={create.isPending ? 'It is being created.' : missing} onClick={onCreate}>
          Create
        </Button>
      }
    >
      <div className={classes.form}>
        <TextField label="Name" value={name} maxLength={200} data-autofocus onChange={setName} />
        <TextField label="Description" value={description} maxLength={1000} onChange={setDescription} />
        <TextField label="Tags" value={tags} hint="Divided by commas" onChange={setTags} />
        {create.error && <ErrorBox error={create.error} />}
      </div>
    </Dialog>
  );
}
