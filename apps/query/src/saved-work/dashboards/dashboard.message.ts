import { create, fromJson, type JsonValue, type MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate, ValueSchema } from '@bufbuild/protobuf/wkt';
import { DashboardSchema, type DashboardSummarySchema, WidgetQuerySchema, WidgetSchema } from '@svc/contract';
import { readJson, type Dashboard, type DashboardWidget } from '@svc/relational';
import type { WithCount, WithWidgets } from './dashboards.repository.js';
import type { Variable } from './variables.js';

export const readVariables = ({ variables }: Pick<Dashboard, 'variables'>): Variable[] => readJson(variables);

/** The column only holds the JSON of such messages. */
export const readQuery = ({ query }: Pick<DashboardWidget, 'query'>) =>
  query === null ? undefined : fromJson(WidgetQuerySchema, query as JsonValue, { ignoreUnknownFields: true });

export function toDashboard(row: WithWidgets) {
  const { createdBy, createdAt, updatedAt, widgets, ...same } = row;
  return create(DashboardSchema, {
    ...same,
    variables: readVariables(row).map(({ name, default: value }) => ({ name, default: value })),
    layout: { items: widgets.map(({ id, x, y, w, h }) => ({ widgetId: id, x, y, w, h })) },
    widgets: widgets.map(toWidget),
    ...(createdBy !== null && { createdBy }),
    createdAt: timestampFromDate(createdAt),
    updatedAt: timestampFromDate(updatedAt),
  });
}

export function toSummary(row: WithCount): MessageInitShape<typeof DashboardSummarySchema> {
  const { id, projectId, name, description, tags, version, createdBy, createdAt, updatedAt } = row;
  return {
    id,
    projectId,
    name,
    description,
    tags,
    version,
    widgetCount: row._count.widgets,
    ...(createdBy !== null && { createdBy }),
    createdAt: timestampFromDate(createdAt),
    updatedAt: timestampFromDate(updatedAt),
  };
}

export function toWidget(row: DashboardWidget) {
  const { id, dashboardId, type, title, visualization, refreshInterval, text, x, y, w, h, version } = row;
  const query = readQuery(row);
  return create(WidgetSchema, {
    id,
    dashboardId,
    type,
    title,
    refreshInterval,
    text,
    version,
    position: { x, y, w, h },
    ...(query && { query }),
    ...(visualization !== null && { visualization: fromJson(ValueSchema, visualization as JsonValue) }),
    createdAt: timestampFromDate(row.createdAt),
    updatedAt: timestampFromDate(row.updatedAt),
  });
}
