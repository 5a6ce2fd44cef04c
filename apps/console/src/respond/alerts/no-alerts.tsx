import type { ReactNode } from 'react';
import { useApi } from '../../api/hooks.js';
import { Button } from '../../ui/controls/button.js';
import { Empty } from '../../ui/feedback/empty.js';
import { toTab } from '../fields.js';
import type { TabProps } from '../parts/tab-props.js';

/** Says that no alert matches, or that none is unresolved; teaches where alerts come from if there is no rule. */
export function NoAlerts({ state, update }: TabProps): ReactNode {
  const { data } = useApi('GET /alerts/rules', { query: { limit: 1 } });
  if (state.q !== '' || state.state.length > 0 || state.severity.length > 0)
    return (
      <Empty title="No such alert" text="No unresolved alert matches these filters.">
        <Button onClick={() => update({ q: '', state: [], severity: [] })}>Remove the filters</Button>
      </Empty>
    );
  const hasRules = data?.rules.length !== 0;
  return (
    <Empty
      title={hasRules ? 'No alert' : 'No alert rule yet'}
      text={
        hasRules
          ? 'No rule is in breach now. Resolved alerts can be opened by their ID for 30 days.'
          : 'A rule measures your telemetry, and raises an alert when its condition is met.'
      }
      {...(!hasRules && { command: 'svc alerts rules create --help' })}
    >
      <Button onClick={() => update(toTab('rules'))}>Show the rules</Button>
    </Empty>
  );
}
