import type { ReactNode } from 'react';
import { useApi } from '../../api/hooks.js';
import { Select } from '../../ui/controls/select.js';
import { TextField } from '../../ui/controls/text-field.js';

const MOST = 200;

interface CohortSelectProps {
  /** ID of the cohort; empty for none. */
  readonly value: string;
  readonly fault: string | undefined;
  readonly onChange: (id: string) => void;
}

/** Chooses a cohort by name, or by ID where there are too many. */
export function CohortSelect({ value, fault, onChange }: CohortSelectProps): ReactNode {
  const { data } = useApi('GET /analytics/cohorts', { query: { limit: MOST } }, { staleTime: 60_000 });
  if (data?.pagination?.has_more === true)
    return <TextField label="Cohort ID" value={value} fault={fault} onChange={onChange} />;
  const cohorts = data?.cohorts ?? [];
  const isKnown = value === '' || cohorts.some(({ id }) => id === value);
  return (
    <Select
      label="Cohort"
      value={value}
      options={[
        { value: '', label: 'Choose a cohort' },
        ...(isKnown ? [] : [{ value, label: value }]),
        ...cohorts.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onChange={onChange}
    />
  );
}
