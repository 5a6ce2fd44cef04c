import { Inject, Injectable } from '@nestjs/common';
import type { WidgetsAddRequest, WidgetsDeleteRequest, WidgetsUpdateRequest } from '@svc/contract';
import type { Scope } from '@svc/reading/statement';
import type { DashboardWidget } from '@svc/relational';
import { CLOCK, type Clock } from '@svc/runtime';
import { notFound, ServiceError, checkVersion, requireFound } from '@svc/service-error';
import { readQuery, readVariables, toWidget } from '../dashboard.message.js';
import { DashboardsRepository, type WithWidgets } from '../dashboards.repository.js';
import { WidgetQuestions } from './data/widget-questions.js';
import {
  checkContent,
  toPlace,
  toQuery,
  toQueryColumn,
  toVisualizationColumn,
  type WidgetContent,
} from './widget.rules.js';

export const MAX_WIDGETS = 50;

/** Every change locks the dashboard, because only then the cells of its layout can be compared; it writes only the row of its widget. */
@Injectable()
export class WidgetsService {
  constructor(
    private readonly dashboards: DashboardsRepository,
    private readonly questions: WidgetQuestions,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async add(scope: Scope, request: WidgetsAddRequest) {
    const { type, title, text = '', refreshInterval = '' } = request;
    const query = toQuery(request.query);
    const visualization = toVisualizationColumn(request.visualization);
    return this.dashboards.transaction(async (tx) => {
      const dashboard = requireFound(await this.dashboards.lock(scope.projectId, request.dashboardId, tx));
      this.#check({ type, query, text }, dashboard, scope);
      if (dashboard.widgets.length >= MAX_WIDGETS)
        throw new ServiceError('state_conflict', { message: `A dashboard can have ${MAX_WIDGETS} widgets.` });
      const now = new Date(this.clock());
      const data = {
        type,
        title,
        text,
        refreshInterval,
        visualization,
        query: toQueryColumn(query),
        ...toPlace(request.position, type, dashboard.widgets),
        dashboardId: dashboard.id,
        projectId: scope.projectId,
        createdAt: now,
        updatedAt: now,
      };
      return toWidget(await tx.dashboardWidget.create({ data }));
    });
  }

  async update(scope: Scope, request: WidgetsUpdateRequest) {
    const { type, title, visualization, refreshInterval, text, position } = request;
    const query = toQuery(request.query);
    if ([type, title, query, visualization, refreshInterval, text, position].every((field) => field === undefined))
      throw new ServiceError('invalid_request', {
        message: 'Nothing to change: send type, title, query, visualization, refresh_interval, text or position.',
      });
    return this.dashboards.transaction(async (tx) => {
      const locked = await this.dashboards.lock(scope.projectId, request.dashboardId, tx);
      const { dashboard, widget } = findWidget(locked, request.widgetId);
      checkVersion(widget.version, request.expectedVersion);
      const after = merge(widget, { type, query, text });
      this.#check(after, dashboard, scope);
      const others = dashboard.widgets.filter(({ id }) => id !== widget.id);
      const data = {
        type: after.type,
        text: after.text,
        query: toQueryColumn(after.query),
        ...(title !== undefined && { title }),
        ...(visualization && { visualization: toVisualizationColumn(visualization) }),
        ...(refreshInterval !== undefined && { refreshInterval }),
        ...(position && toPlace(position, after.type, others)),
        version: { increment: 1 },
        updatedAt: new Date(this.clock()),
      };
      return toWidget(await tx.dashboardWidget.update({ where: { id: widget.id }, data }));
    });
  }

  async delete(scope: Scope, { dashboardId, widgetId, expectedVersion }: WidgetsDeleteRequest): Promise<void> {
    await this.dashboards.transaction(async (tx) => {
      const { widget } = findWidget(await this.dashboards.lock(scope.projectId, dashboardId, tx), widgetId);
      checkVersion(widget.version, expectedVersion);
      await tx.dashboardWidget.delete({ where: { id: widget.id } });
    });
  }

  #check(content: WidgetContent, dashboard: WithWidgets, scope: Scope): void {
    checkContent(content);
    const { type, query } = content;
    if (query) this.questions.check({ type, query, variables: readVariables(dashboard) }, scope);
  }
}

/** Unknown dashboards and unknown widgets are the same 404. */
function findWidget(dashboard: WithWidgets | null, id: string) {
  const widget = dashboard?.widgets.find((one) => one.id === id);
  if (!dashboard || !widget) throw notFound();
  return { dashboard, widget };
}

/** A widget that becomes a text loses its query, and one that becomes something else its text, unless the request has both. */
function merge(widget: DashboardWidget, { type, query, text }: Partial<WidgetContent>): WidgetContent {
  const next = type ?? widget.type;
  const isText = next === 'text';
  return {
    type: next,
    query: query ?? (isText ? undefined : readQuery(widget)),
    text: text ?? (isText ? widget.text : ''),
  };
}
