import type { ReactNode } from 'react';
import { TextField } from '../../ui/controls/text-field.js';
import { EVAL_LABELS, type EvalDraft } from './eval-draft.js';
import type { EvalPart } from './eval-part.js';
import type { MetricName } from './metrics.js';

interface EvalFieldProps {
  readonly part: EvalPart;
  readonly name: Exclude<keyof EvalDraft, MetricName>;
  readonly placeholder?: string;
  readonly hint?: ReactNode;
  readonly isNumber?: boolean;
}

/** One line of the form. */
export function EvalField({ part, name, placeholder, hint, isNumber = false }: EvalFieldProps): ReactNode {
  const { draft, faults, disabledReason, onChange } = part;
  return (
    <TextField
      label={EVAL_LABELS[name]}
      value={draft[name]}
      placeholder={placeholder}
      hint={hint}
      inputMode={isNumber ? 'decimal' : 'text'}
      maxLength={isNumber ? 20 : 2700}
      spellCheck={false}
      autoComplete="off"
      readOnly={disabledReason !== undefined}
      title={disabledReason}
      fault={faults.get(name)}
      onChange={(text) => onChange({ [name]: text })}
    />
  );
}
