import type { ReactNode } from 'react';
import { useApi } from '../../api/hooks.js';
import type { DashboardVariable } from '../../gen/api.js';
import { useSession } from '../../session/session.js';
import { Select } from '../../ui/controls/select.js';
import { InlineField } from '../../ui/fields/inline-field.js';

interface VariableFieldProps {
  readonly variable: DashboardVariable;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Chooses the value of a variable among those that the field of the same name has; it is typed if that has none. */
export function VariableField({ variable, value, onChange }: VariableFieldProps): ReactNode {
  const { can } = useSession();
  const { name, default: fallback } = variable;
  const input = { path: { field: name }, query: { limit: 200 } };
  const enabled = can('search:read');
  const { data, isLoading } = useApi('GET /search/filters/{field}', input, { staleTime: 60_000, enabled });
  const known = data?.values.map((each) => each.value).filter((each) => each !== '') ?? [];
  if (known.length === 0 && !isLoading)
    return <InlineField label={name} placeholder="any" maxLength={200} value={value} onChange={onChange} />;
  const names = [...new Set([...known, value, fallback])].filter((each) => each !== '').toSorted();
  return (
    <Select
      label={name}
      showsLabel
      value={value}
      options={[{ value: '', label: 'any' }, ...names.map((each) => ({ value: each, label: each }))]}
      onChange={onChange}
    />
  );
}
