import type { ReactNode } from 'react';
import type { Dashboard, DashboardVariable } from '../../gen/api.js';
import { useScope } from '../../scope/scope.js';
import { describeRange } from '../../time/range.js';
import { Segmented } from '../../ui/controls/segmented.js';
import { ownRange } from '../widget/times.js';
import type { Values } from '../widget/variables.js';
import classes from './dashboard-toolbar.module.css';
import { VariableField } from './variable-field.js';

interface DashboardToolbarProps {
  readonly dashboard: Dashboard;
  readonly values: Values;
  readonly onValue: (variable: DashboardVariable, value: string) => void;
  readonly isOfPage: boolean;
  readonly onTimes: (times: 'own' | 'page') => void;
}

/** The variables, and whether the time range is that of the dashboard or that of the page. */
export function DashboardToolbar(props: DashboardToolbarProps): ReactNode {
  const { dashboard, values, onValue, isOfPage, onTimes } = props;
  const { range, zone, nowMs, env } = useScope();
  const describe = (of: typeof range): string => describeRange(of, zone, nowMs).toLowerCase();
  const options = [
    { value: 'own', label: `Dashboard: ${describe(ownRange(dashboard.time_range))}` },
    { value: 'page', label: `Page: ${describe(range)}` },
  ] as const;
  return (
    <div className={classes.toolbar}>
      {dashboard.variables.map((variable) => (
        <VariableField
          key={variable.name}
          variable={variable}
          value={values[variable.name] ?? ''}
          onChange={(value) => onValue(variable, value)}
        />
      ))}
      <Segmented label="Time range" value={isOfPage ? 'page' : 'own'} options={options} onChange={onTimes} />
      {dashboard.refresh_interval !== '' && (
        <span className={classes.note}>refreshed every {dashboard.refresh_interval}</span>
      )}
      {env.length > 0 && (
        <span className={classes.note}>
          The environments of the page do not apply: the widgets of a dashboard name their own.
        </span>
      )}
    </div>
  );
}
