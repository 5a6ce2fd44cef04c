import type { ReactNode } from 'react';
import type { Flag } from '../../gen/api.js';
import { Select } from '../../ui/controls/select.js';
import { TextField } from '../../ui/controls/text-field.js';
import type { Draft } from './draft.js';

interface WhileOffProps {
  readonly flag: Flag;
  readonly draft: Draft;
  readonly variants: readonly string[];
  readonly faults: ReadonlyMap<string, string>;
  readonly onChange: (part: Partial<Draft>) => void;
}

/** The variant that is returned while a flag is off, or the payload of one that is only on or off. */
export function WhileOff({ flag, draft, variants, faults, onChange }: WhileOffProps): ReactNode {
  const { defaultVariant, payload } = draft;
  if (flag.type === 'boolean')
    return (
      <TextField
        label="Payload while it is on, as JSON"
        value={payload}
        spellCheck={false}
        fault={faults.get('payload')}
        onChange={(next) => onChange({ payload: next })}
      />
    );
  const keys = [...new Set([...variants, ...(defaultVariant === '' ? [] : [defaultVariant])])];
  return (
    <Select
      label="Variant while it is off"
      showsLabel
      value={defaultVariant}
      options={[{ value: '', label: 'none' }, ...keys.map((key) => ({ value: key, label: key }))]}
      onChange={(next) => onChange({ defaultVariant: next })}
    />
  );
}
