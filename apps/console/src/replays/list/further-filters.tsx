import type { ReactNode } from 'react';
import { FilterField } from '../../ui/fields/filter-field.js';
import classes from './replay-toolbar.module.css';
import type { ToolbarProps } from './toolbar-props.js';

const FIELDS = [
  { name: 'person', label: 'Person', placeholder: 'any distinct ID' },
  { name: 'url', label: 'Page contains', placeholder: '/checkout' },
  { name: 'release', label: 'Release', placeholder: 'shop@1.4.2' },
  { name: 'trace_id', label: 'Trace', placeholder: '32 hexadecimal digits' },
] as const;

/** Filters by a text each. */
export function FurtherFilters({ state, update }: ToolbarProps): ReactNode {
  return (
    <div role="group" aria-label="More filters" className={classes.further}>
      {FIELDS.map(({ name, label, placeholder }) => (
        <FilterField
          key={name}
          label={label}
          placeholder={placeholder}
          value={state[name]}
          onChange={(value) => update({ [name]: value }, { replace: true })}
          {...(name === 'trace_id' && { check: checkTraceId })}
        />
      ))}
    </div>
  );
}

function checkTraceId(text: string): string | undefined {
  return /^([\da-f]{32})?$/i.test(text) ? undefined : 'A trace ID has 32 hexadecimal digits.';
}
