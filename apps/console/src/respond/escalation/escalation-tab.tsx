import type { ReactNode } from 'react';
import { useApi } from '../../api/hooks.js';
import { Button } from '../../ui/controls/button.js';
import { Select } from '../../ui/controls/select.js';
import { Empty } from '../../ui/feedback/empty.js';
import { ErrorBox } from '../../ui/feedback/error-box.js';
import classes from '../parts/respond.module.css';
import type { TabProps } from '../parts/tab-props.js';
import { PolicyView } from './policy-view.js';

/** The policies by which incidents page responders, and what each of them would do. */
export function EscalationTab({ state, update }: TabProps): ReactNode {
  const { data, error, refetch } = useApi('GET /escalation-policies', {});
  if (error) return <ErrorBox error={error} onRetry={() => void refetch()} />;
  if (!data) return <div aria-busy="true" />;
  const policies = data.escalation_policies;
  const policy = state.open === undefined ? policies[0] : policies.find(({ id }) => id === state.open);
  if (!policy && policies.length > 0)
    return (
      <Empty title="No such policy" text="The policy of this address was deleted, or belongs to another project.">
        <Button onClick={() => update({ open: undefined })}>Show the first policy</Button>
      </Empty>
    );
  if (!policy)
    return (
      <Empty
        title="No escalation policy yet"
        text="A policy pages one level of responders after the other until an incident is acknowledged."
        command="svc escalation create --help"
      />
    );
  return (
    <>
      <div className={classes.bar}>
        <Select
          label="Policy"
          showsLabel
          value={policy.id}
          options={policies.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(open) => update({ open })}
        />
      </div>
      <div className={classes.scroll} tabIndex={0} role="group" aria-label="Escalation policy">
        <PolicyView key={policy.id} policy={policy} />
      </div>
    </>
  );
}
