import type { ReactNode } from 'react';
import { useApi } from '../../api/hooks.js';
import type { Widget } from '../../gen/api.js';
import { toPixels } from '../grid/widget-grid.js';
import { Markdown } from '../markdown/markdown.js';
import type { DashboardRange } from './use-dashboard-range.js';
import { toParameters, type Values } from './variables.js';
import classes from './widget-content.module.css';
import { WidgetData } from './widget-data.js';
import { WidgetFault } from './widget-fault.js';

interface WidgetContentProps {
  readonly widget: Widget;
  readonly rows: number;
  readonly range: DashboardRange;
  readonly values: Values;
}

/** The height of a card that is not that of its content, in pixels. */
const FRAME_PX = 42;

/** The content of a widget: its text, or the answer of its query. */
export function WidgetContent({ widget, rows, range, values }: WidgetContentProps): ReactNode {
  const isText = widget.type === 'text';
  const { data, error, isFetching, refetch } = useApi(
    'GET /dashboards/{dashboard_id}/widgets/{widget_id}/data',
    {
      path: { dashboard_id: widget.dashboard_id, widget_id: widget.id },
      query: { ...range.query, variables: toParameters(values) },
    },
    { enabled: !isText },
  );
  if (isText)
    return (
      <div className={classes.scroller} tabIndex={0} role="group" aria-label={widget.title}>
        <Markdown text={widget.text} />
      </div>
    );
  if (error) return <WidgetFault error={error} onRetry={() => void refetch()} />;
  if (!data) return <div aria-busy="true" className={classes.waiting} />;
  return (
    <WidgetData
      title={widget.title}
      query={widget.query}
      visualization={widget.visualization}
      data={data}
      isLoading={isFetching}
      height={toPixels(rows) - FRAME_PX}
    />
  );
}
