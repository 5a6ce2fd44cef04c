import type { ReactNode } from 'react';
import { useApi } from '../../api/hooks.js';
import { useDebounced } from '../../api/use-debounced.js';
import type { WidgetQuery } from '../../gen/api.js';
import { Markdown } from '../markdown/markdown.js';
import type { DashboardRange } from '../widget/use-dashboard-range.js';
import { toParameters, type Values } from '../widget/variables.js';
import { WidgetData } from '../widget/widget-data.js';
import { WidgetFault } from '../widget/widget-fault.js';
import classes from './widget-dialog.module.css';
import { missing, toOptions, toQuery, type WidgetForm } from './widget-form.js';

interface WidgetPreviewProps {
  readonly form: WidgetForm;
  readonly visualization: unknown;
  readonly dashboardId: string;
  readonly range: DashboardRange;
  readonly values: Values;
}

const HEIGHT = 276;
/** Milliseconds after the last key at which the query runs. */
const PAUSE_MS = 400;

/** Shows the widget of a form before it is saved. */
export function WidgetPreview({ form, visualization, dashboardId, range, values }: WidgetPreviewProps): ReactNode {
  const settled = useDebounced(form, PAUSE_MS);
  const lack = missing(settled);
  const type = settled.type === 'text' ? 'value' : settled.type;
  const isText = form.type === 'text';
  const query = toQuery(settled);
  const { data, error, isFetching, refetch } = useApi(
    'POST /dashboards/preview',
    { body: { type, query, dashboard_id: dashboardId, variables: toParameters(values), ...range.query } },
    { enabled: lack === undefined && settled.type !== 'text' },
  );
  const shown = { group_by: [], aggregate: 'count', field: '', ...query } as unknown as WidgetQuery;
  const isShown = data !== undefined && data.type === type && lack === undefined;
  return (
    <section aria-label="Preview" className={classes.preview} aria-busy={isFetching}>
      {isText && <Markdown text={form.text} />}
      {!isText && error && <WidgetFault error={error} onRetry={() => void refetch()} />}
      {!isText && !error && isShown && (
        <WidgetData
          title={form.title === '' ? 'Preview' : form.title}
          query={shown}
          visualization={toOptions(form.unit, visualization)}
          data={data}
          isLoading={isFetching}
          height={HEIGHT}
        />
      )}
      {!isText && lack !== undefined && <p className={classes.empty}>{lack}</p>}
    </section>
  );
}
