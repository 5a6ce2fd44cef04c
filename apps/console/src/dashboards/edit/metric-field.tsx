import { useId, type ReactNode } from 'react';
import { useApi } from '../../api/hooks.js';
import { TextField } from '../../ui/controls/text-field.js';

interface MetricFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** The name of a metric, completed from those of the last 30 days. */
export function MetricField({ value, onChange }: MetricFieldProps): ReactNode {
  const id = useId();
  const { data } = useApi('GET /metrics', {}, { staleTime: 60_000 });
  return (
    <>
      <TextField label="Metric" list={id} value={value} onChange={onChange} />
      <datalist id={id}>
        {data?.metrics.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}
