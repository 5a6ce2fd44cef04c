import { setImmediate as otherWork } from 'node:timers/promises';
import { create } from '@bufbuild/protobuf';
import { Injectable } from '@nestjs/common';
import { WidgetQuerySchema, type DashboardsImportRequest } from '@svc/contract';
import type { Scope } from '@svc/reading/statement';
import { invalidField, ServiceError } from '@svc/service-error';
import type { NewWidget } from '../dashboards.repository.js';
import { DashboardsService, type Editor } from '../dashboards.service.js';
import type { Variable } from '../variables.js';
import { WidgetQuestions } from '../widgets/data/widget-questions.js';
import { checkContent, toQueryColumn } from '../widgets/widget.rules.js';
import { MAX_WIDGETS } from '../widgets/widgets.service.js';
import {
  getDashboard,
  importPanel,
  getPanels,
  readSettings,
  readVariables,
  type ImportedPanel,
  type PlacedWidget,
} from './grafana/grafana-dashboard.js';
import { record, type JsonRecord } from './grafana/json.js';

const MAX_PANELS = 200;

/** Imports Grafana dashboards, and reports the result for every panel. */
@Injectable()
export class DashboardImportService {
  constructor(
    private readonly dashboards: DashboardsService,
    private readonly questions: WidgetQuestions,
  ) {}

  async import(editor: Editor, scope: Scope, { grafana, name }: DashboardsImportRequest) {
    const source = getDashboard(record(grafana));
    const found = getPanels(source);
    if (found.length === 0) throw invalidField('grafana.panels', 'must have a panel');
    if (found.length > MAX_PANELS) throw invalidField('grafana.panels', `must have at most ${MAX_PANELS} panels`);
    const { variables, parts } = readVariables(source);
    const settings = readSettings(source);
    const panels = await this.#importAll(found, variables, scope);
    const dashboard = await this.dashboards.insert(editor, {
      ...settings,
      name: name ?? settings.name,
      variables: variables.map((variable) => ({ ...variable })),
      widgets: panels.flatMap(({ widget }) => (widget ? [toRow(widget)] : [])),
    });
    const report = panels.map(({ title, status, reason }) => ({ title, status, reason }));
    return { dashboard, panels: report, variables: parts };
  }

  async #importAll(found: readonly JsonRecord[], variables: readonly Variable[], scope: Scope) {
    const names = new Set(variables.map(({ name }) => name));
    const panels: ImportedPanel[] = [];
    const placed: PlacedWidget[] = [];
    for (const panel of found) {
      // A dashboard may have many panels with long queries.
      await otherWork();
      const imported = this.#checked(importPanel(panel, names, placed), variables, scope, placed.length);
      panels.push(imported);
      if (imported.widget) placed.push(imported.widget);
    }
    return panels;
  }

  /** A widget is only made if it could have been added, too. */
  #checked(panel: ImportedPanel, variables: readonly Variable[], scope: Scope, others: number): ImportedPanel {
    if (!panel.widget) return panel;
    const { title } = panel;
    if (others >= MAX_WIDGETS)
      return { title, status: 'left_out', reason: `a dashboard can have ${MAX_WIDGETS} widgets` };
    try {
      const { type, text } = panel.widget;
      const query = toQuery(panel.widget);
      checkContent({ type, text, query });
      if (query) this.questions.check({ type, query, variables }, scope);
      return panel;
    } catch (error) {
      if (!(error instanceof ServiceError) || !REFUSALS.has(error.code)) throw error;
      return { title, status: 'left_out', reason: `the query cannot be asked: ${error.message}` };
    }
  }
}

const REFUSALS = new Set(['invalid_request', 'query_too_expensive']);

const toQuery = ({ query }: PlacedWidget) =>
  query && create(WidgetQuerySchema, { ...query, groupBy: [...(query.groupBy ?? [])] });

function toRow(widget: PlacedWidget): NewWidget {
  const { type, title, text, x, y, w, h } = widget;
  return { type, title, text, x, y, w, h, query: toQueryColumn(toQuery(widget)) };
}
