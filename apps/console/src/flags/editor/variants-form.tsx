import type { ReactNode } from 'react';
import { Button } from '../../ui/controls/button.js';
import { TextField } from '../../ui/controls/text-field.js';
import { newVariant, type VariantDraft } from './draft.js';
import classes from './editor.module.css';

interface VariantsFormProps {
  readonly variants: readonly VariantDraft[];
  readonly faults: ReadonlyMap<string, string>;
  readonly onChange: (variants: readonly VariantDraft[]) => void;
}

/** The variants of a flag with their shares and payloads. */
export function VariantsForm({ variants, faults, onChange }: VariantsFormProps): ReactNode {
  const change = (id: number, part: Partial<VariantDraft>): void =>
    onChange(variants.map((variant) => (variant.id === id ? { ...variant, ...part } : variant)));
  const fault = faults.get('variants');
  return (
    <fieldset className={classes.fields}>
      <legend className={classes.heading}>Variants</legend>
      {variants.map(({ id, key, weight, payload }, index) => (
        <div key={id} role="group" aria-label={`Variant ${index + 1}`} className={classes.variant}>
          <TextField
            label="Variant"
            value={key}
            fault={faults.get(`variants.${id}.key`)}
            maxLength={200}
            onChange={(next) => change(id, { key: next })}
          />
          <TextField
            label="Share in %"
            value={weight}
            inputMode="decimal"
            fault={faults.get(`variants.${id}.weight`)}
            maxLength={6}
            onChange={(next) => change(id, { weight: next })}
          />
          <TextField
            label="Payload (JSON)"
            value={payload}
            spellCheck={false}
            fault={faults.get(`variants.${id}.payload`)}
            onChange={(next) => change(id, { payload: next })}
          />
          <Button
            kind="quiet"
            icon="close"
            aria-label={`Remove variant ${index + 1}`}
            onClick={() => onChange(variants.filter((variant) => variant.id !== id))}
          />
        </div>
      ))}
      {fault !== undefined && (
        <p role="status" className={classes.fault}>
          {fault}
        </p>
      )}
      <Button icon="plus" onClick={() => onChange([...variants, newVariant()])}>
        Add a variant
      </Button>
    </fieldset>
  );
}
