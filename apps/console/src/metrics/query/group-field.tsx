import type { ReactNode } from 'react';
import type { MetricLabel } from '../../gen/api.js';
import { formatCount } from '../../time/amounts.js';
import { Select } from '../../ui/controls/select.js';
import { ToggleChip } from '../../ui/controls/toggle-chip.js';
import { OutsideText } from '../../ui/text/outside-text.js';
import { MAX_LABELS } from '../fields.js';
import classes from './group-field.module.css';
import { toGroupName } from './group-name.js';

interface GroupFieldProps {
  readonly by: readonly string[];
  readonly labels: readonly MetricLabel[];
  readonly onChange: (by: readonly string[]) => void;
}

/** The labels that divide the points into series: those that are chosen, and a list of the others with how many values they have. */
export function GroupField({ by, labels, onChange }: GroupFieldProps): ReactNode {
  const others = labels
    .map((label) => ({ name: toGroupName(label, labels), count: label.value_count }))
    .filter(({ name }) => !by.includes(name));
  return (
    <div role="group" aria-label="Group by" className={classes.group}>
      {by.map((name) => (
        <ToggleChip key={name} isOn onToggle={() => onChange(by.filter((other) => other !== name))}>
          <span className={classes.chip}>
            <OutsideText text={`by ${name}`} />
          </span>{' '}
          ×
        </ToggleChip>
      ))}
      {by.length < MAX_LABELS && (
        <Select
          label="Group by"
          showsLabel={by.length === 0}
          value=""
          options={[
            { value: '', label: by.length === 0 ? 'nothing' : 'and by…' },
            ...others.map(({ name, count }) => ({
              value: name,
              label: `${name} (${formatCount(count, 'short')})`,
            })),
          ]}
          onChange={(name) => {
            if (name !== '') onChange([...by, name]);
          }}
        />
      )}
    </div>
  );
}
