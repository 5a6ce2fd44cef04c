import type { ReactNode } from 'react';
import { useApi } from '../../../api/hooks.js';
import { Select } from '../../../ui/controls/select.js';
import { Choices } from '../../parts/choices.js';
import classes from '../../parts/respond.module.css';
import type { FieldsProps } from './fields-props.js';

/** The rules that another one combines. */
export function CompositeFields({ draft, set }: FieldsProps): ReactNode {
  const { data } = useApi('GET /alerts/rules', { query: { limit: 200 } });
  const others = (data?.rules ?? []).filter(({ kind }) => kind !== 'composite');
  return (
    <div className={classes.form}>
      <Select
        label="It fires while"
        showsLabel
        value={draft.operator}
        options={[
          { value: 'all', label: 'all of these rules fire' },
          { value: 'any', label: 'any of these rules fires' },
        ]}
        onChange={(operator) => set({ operator })}
      />
      <Choices
        label="Rules"
        options={others.map(({ id, name }) => [id, name])}
        chosen={draft.ruleIds}
        onChange={(ruleIds) => set({ ruleIds })}
      />
    </div>
  );
}
