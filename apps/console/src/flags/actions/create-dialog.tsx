import { useState, type ReactNode } from 'react';
import { useApiChange } from '../../api/hooks.js';
import { useGo } from '../../links/use-go.js';
import { Button } from '../../ui/controls/button.js';
import { Segmented } from '../../ui/controls/segmented.js';
import { TextField } from '../../ui/controls/text-field.js';
import { announce } from '../../ui/feedback/announcements.js';
import { CodeBlock } from '../../ui/feedback/code-block.js';
import { Dialog } from '../../ui/feedback/dialog.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import classes from '../flag.module.css';
import { isKey } from '../is-key.js';

const TYPES = [
  { value: 'boolean', label: 'On or off' },
  { value: 'multivariate', label: 'Several variants' },
] as const;

const KEY_RULE = 'Letters, digits and _ . -, starting with a letter or digit. It cannot be changed later.';
const VARIANTS = [
  { key: 'control', weight: 50 },
  { key: 'test', weight: 50 },
];

/** Makes a flag that is off for everyone, and opens the editor for its rules. */
export function CreateDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const [key, setKey] = useState('');
  const [name, setName] = useState('');
  const [type, setType] = useState<(typeof TYPES)[number]['value']>('boolean');
  const go = useGo();
  const create = useApiChange('POST /flags', ['GET /flags', 'GET /changes']);
  const fault = key === '' || isKey(key) ? undefined : KEY_RULE;
  const body = { key, name, type, ...(type === 'multivariate' && { variants: VARIANTS }) };
  const onCreate = (): void => {
    const onSuccess = (): void => {
      announce(`Created ${key}`);
      go({ to: `flags/${encodeURIComponent(key)}`, search: { edit: '1' } });
    };
    create.mutate({ body }, { onSuccess });
  };
  return (
    <Dialog
      title="New flag"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="primary"
            disabledReason={key === '' ? 'Type a key first.' : (fault ?? (create.isPending ? 'Creating…' : undefined))}
            onClick={onCreate}
          >
            Create
          </Button>
        </>
      }
    >
      <div className={classes.form}>
        <p className={classes.note}>It is off for everyone until you give it a rule.</p>
        <TextField
          label="Key"
          value={key}
          onChange={setKey}
          hint={KEY_RULE}
          fault={fault}
          maxLength={200}
          data-autofocus
        />
        <TextField label="Name" value={name} onChange={setName} maxLength={200} />
        <Segmented label="Type" value={type} options={TYPES} onChange={setType} />
        {create.error && <ErrorBox error={create.error} />}
        {isKey(key) && (
          <CodeBlock
            label="The same with svc"
            text={`svc flags create --json '${JSON.stringify(body).replaceAll("'", String.raw`'\''`)}'`}
          />
        )}
      </div>
    </Dialog>
  );
}
