import type { ReactNode } from 'react';
import { Select, type Option } from '../../ui/controls/select.js';
import { TextArea } from '../../ui/controls/text-area.js';
import { TextField } from '../../ui/controls/text-field.js';
import classes from '../settings.module.css';
import { chooseKey, chooseType, type EntryDraft } from './entry-draft.js';
import { findOption, type EntryType } from './options.js';

const TYPES: readonly Option<EntryType>[] = [
  { value: 'string', label: 'Text' },
  { value: 'number', label: 'Number' },
  { value: 'boolean', label: 'True or false' },
  { value: 'json', label: 'JSON' },
  { value: 'secret', label: 'Secret' },
];
const FLAGS: readonly Option<'true' | 'false'>[] = [
  { value: 'true', label: 'True' },
  { value: 'false', label: 'False' },
];

interface EntryFormProps {
  readonly draft: EntryDraft;
  readonly isNew: boolean;
  readonly faults: {
    readonly key?: string | undefined;
    readonly type?: string | undefined;
    readonly text?: string | undefined;
  };
  readonly onChange: (draft: EntryDraft) => void;
}

/** Key, type and value of an entry; the control of the value is that of its type. */
export function EntryForm({ draft, isNew, faults, onChange }: EntryFormProps): ReactNode {
  const option = findOption(draft.key);
  return (
    <>
      <TextField
        label="Key"
        value={draft.key}
        maxLength={128}
        placeholder="shop.free-shipping"
        spellCheck={false}
        readOnly={!isNew}
        hint={isNew ? 'It cannot be changed later.' : undefined}
        fault={faults.key}
        onChange={(key) => onChange(chooseKey(draft, key))}
      />
      {option && <p className={classes.note}>{`The service reads this entry. ${option.effect}`}</p>}
      <Select
        label="Type"
        showsLabel
        value={draft.type}
        options={TYPES}
        onChange={(type) => onChange(chooseType(draft, type))}
      />
      {faults.type !== undefined && (
        <p role="alert" className={classes.note}>
          {faults.type}
        </p>
      )}
      <Value draft={draft} fault={faults.text} hint={option?.hint} onChange={(text) => onChange({ ...draft, text })} />
    </>
  );
}

interface ValueProps {
  readonly draft: EntryDraft;
  readonly fault: string | undefined;
  readonly hint: string | undefined;
  readonly onChange: (text: string) => void;
}

function Value({ draft: { type, text }, fault, hint, onChange }: ValueProps): ReactNode {
  const more = { ...(hint !== undefined && { hint }), fault };
  switch (type) {
    case 'boolean':
      return (
        <>
          <Select
            label="Value"
            showsLabel
            value={text === 'true' ? 'true' : 'false'}
            options={FLAGS}
            onChange={onChange}
          />
          {hint !== undefined && <p className={classes.note}>{hint}</p>}
        </>
      );
    case 'secret':
      return (
        <TextField
          label="Value"
          type="password"
          autoComplete="new-password"
          value={text}
          hint="It is encrypted and never shown again. Programs cannot read it either."
          fault={fault}
          onChange={onChange}
        />
      );
    case 'number':
      return <TextField label="Value" value={text} inputMode="decimal" fault={fault} onChange={onChange} />;
    case 'string':
    case 'json':
      return (
        <TextArea
          label="Value"
          value={text}
          rows={type === 'json' ? 8 : 3}
          isCode={type === 'json'}
          {...more}
          onChange={onChange}
        />
      );
  }
}
