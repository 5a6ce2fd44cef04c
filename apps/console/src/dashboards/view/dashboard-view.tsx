import type { ReactNode } from 'react';
import type { Dashboard } from '../../gen/api.js';
import { useSession } from '../../session/session.js';
import { later } from '../../ui/controls/later.js';
import { Empty } from '../../ui/feedback/empty.js';
import { useSearchState } from '../../url/use-search-state.js';
import { DASHBOARD_FIELDS } from '../fields.js';
import { WidgetGrid } from '../grid/widget-grid.js';
import { useDashboardRange } from '../widget/use-dashboard-range.js';
import { WidgetCard } from '../widget/widget-card.js';
import { DashboardToolbar } from './dashboard-toolbar.js';
import { useVariables } from './use-variables.js';

/** Loaded when a dashboard is edited for the first time. */
const DashboardEditor = later(
  async () => (await import('../edit/dashboard-editor.js')).DashboardEditor,
  () => <div aria-busy="true" />,
);

interface DashboardViewProps {
  readonly dashboard: Dashboard;
  readonly readAgain: () => Promise<Dashboard | undefined>;
}

/** The widgets of a dashboard on their grid, to be looked at or edited. */
export function DashboardView({ dashboard, readAgain }: DashboardViewProps): ReactNode {
  const { can } = useSession();
  const [state, update] = useSearchState(DASHBOARD_FIELDS);
  const [values, setValue] = useVariables(dashboard.variables);
  const range = useDashboardRange(dashboard, state);
  const shared = { range, values };
  const { widgets } = dashboard;
  return (
    <>
      <DashboardToolbar
        dashboard={dashboard}
        values={values}
        onValue={setValue}
        isOfPage={range.isOfPage}
        onTimes={(times) => update({ times })}
      />
      {state.edit && can('dashboards:write') ? (
        <DashboardEditor dashboard={dashboard} readAgain={readAgain} {...shared} />
      ) : (
        <>
          {widgets.length === 0 && (
            <Empty
              title="No widgets"
              text="Edit the dashboard to add figures, charts, tables, records and texts."
              command={`svc dashboards widgets add ${dashboard.id} --json '{"type":"timeseries","title":"Errors","query":{"signal":"logs","q":"level:error"}}'`}
            />
          )}
          <WidgetGrid
            items={widgets}
            getPlace={({ position }) => position}
            render={(widget) => <WidgetCard widget={widget} {...shared} />}
          />
        </>
      )}
    </>
  );
}
