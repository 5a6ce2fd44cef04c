import type { ReactNode } from 'react';
import { InlineField } from '../../ui/fields/inline-field.js';

interface BreakdownFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

const EXAMPLES = ['property.plan', 'person.plan', 'group.company', 'environment', 'service_name', 'release'];

/** Splits the figures by a value. */
export function BreakdownField({ value, onChange }: BreakdownFieldProps): ReactNode {
  return (
    <InlineField
      label="Split by"
      placeholder="property.name"
      maxLength={600}
      examples={EXAMPLES}
      value={value}
      onChange={onChange}
    />
  );
}
