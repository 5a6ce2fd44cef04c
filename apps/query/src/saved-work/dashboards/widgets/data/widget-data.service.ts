import { createHash } from 'node:crypto';
import { create, fromBinary, toBinary, type MessageInitShape } from '@bufbuild/protobuf';
import { TimestampSchema } from '@bufbuild/protobuf/wkt';
import { Inject, Injectable } from '@nestjs/common';
import type { CacheStore } from '@svc/cache';
import {
  WidgetDataSchema,
  WidgetQuerySchema,
  type WidgetData,
  type WidgetsDataRequest,
  type WidgetsPreviewUnsavedRequest,
} from '@svc/contract';
import type { ProjectReader } from '@svc/reading/project-reader';
import { resolveWindow, type RequestedWindow } from '@svc/reading/statement';
import { isEmpty, parseDuration, toTimestamp, type TimeRange } from '@svc/reading/time';
import { CACHE_STORE, CLOCK, type Clock } from '@svc/runtime';
import { ServiceError, requireFound } from '@svc/service-error';
import { MeasurementsService } from '../../../../measurements/index.js';
import { readQuery, readVariables } from '../../dashboard.message.js';
import { DashboardsRepository } from '../../dashboards.repository.js';
import { resolveVariables, toFilledSearch } from '../../variables.js';
import { checkContent, toQuery } from '../widget.rules.js';
import { SharedAnswers } from './shared-answers.js';
import { toShown } from './widget-data.message.js';
import { WidgetLists } from './widget-lists.js';
import { toMeasurement, WidgetQuestions, type AskedQuery } from './widget-questions.js';
import { alignWindow, keptMs, type AlignedWindow } from './widget-window.js';

type Shown = MessageInitShape<typeof WidgetDataSchema>;

/** Mistakes of the question, which the answer explains. Anything else is a failure of the service or of the caller's time. */
const EXPLAINED = new Set(['invalid_request', 'query_too_expensive', 'timeout']);

/** Reasons why a widget cannot have data, unlike one that has none at the moment. */
const EMPTY_WINDOW = {
  code: 'invalid_request',
  message:
    'The window has no data: it is empty, lies in the future, or ends before the time for which the project keeps data.',
};
const UNKNOWN_METRIC = { code: 'not_found', message: 'The project has not sent a metric of this name.' };

@Injectable()
export class WidgetDataService {
  readonly #answers: SharedAnswers;

  constructor(
    private readonly dashboards: DashboardsRepository,
    private readonly questions: WidgetQuestions,
    private readonly measurements: MeasurementsService,
    private readonly lists: WidgetLists,
    @Inject(CACHE_STORE) { cache }: CacheStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.#answers = new SharedAnswers(cache);
  }

  /** @throws ServiceError permission_denied for a caller who may not read the signal of the widget */
  async read(request: WidgetsDataRequest, scopes: readonly string[], reader: ProjectReader): Promise<WidgetData> {
    const { projectId } = reader.scope;
    const widget = requireFound(await this.dashboards.findWidget(projectId, request.dashboardId, request.widgetId));
    const { type, dashboard } = widget;
    const values = resolveVariables(readVariables(dashboard), request.variables);
    const query = readQuery(widget);
    if (!query) return create(WidgetDataSchema, { type });
    requireScope(`${query.signal}:read`, scopes);
    return this.#fill({ type, query }, values, this.#window(request, dashboard, reader), reader);
  }

  /** @throws ServiceError permission_denied as `read`; invalid_request for a query with which no widget could be saved. */
  async preview(
    request: WidgetsPreviewUnsavedRequest,
    scopes: readonly string[],
    reader: ProjectReader,
  ): Promise<WidgetData> {
    const { type, dashboardId } = request;
    const query = toQuery(request.query);
    checkContent({ type, query, text: '' });
    if (!query) throw new Error('a preview without a query');
    requireScope(`${query.signal}:read`, scopes);
    const { projectId } = reader.scope;
    const dashboard = dashboardId === '' ? undefined : requireFound(await this.dashboards.find(projectId, dashboardId));
    const variables = dashboard ? readVariables(dashboard) : [];
    this.questions.check({ type, query, variables }, reader.scope);
    const values = resolveVariables(variables, request.variables);
    return this.#fill({ type, query }, values, this.#window(request, dashboard, reader), reader);
  }

  #window(bounds: RequestedWindow, dashboard: { timeRange: string } | undefined, { scope }: ProjectReader): TimeRange {
    return resolveWindow(bounds, scope, this.clock(), dashboard && parseDuration(dashboard.timeRange));
  }

  async #fill(
    { type, query }: AskedQuery,
    values: ReadonlyMap<string, string>,
    range: TimeRange,
    reader: ProjectReader,
  ): Promise<WidgetData> {
    const { projectId } = reader.scope;
    if (isEmpty(range)) return create(WidgetDataSchema, { type, error: EMPTY_WINDOW });
    const window = alignWindow(range);
    const asked = { type, query: { ...query, q: toFilledSearch(query, values) } };
    // A record that is deleted must not be read again, so lists are not kept.
    const keepMs = type === 'list' ? 0 : keptMs(window);
    const bytes = await this.#answers.get(toKey(projectId, asked, window), keepMs, async () => {
      const shown = create(WidgetDataSchema, await this.#explained(asked, window, reader));
      shown.type = type;
      shown.interval = window.interval;
      shown.startTime = create(TimestampSchema, toTimestamp(window.from));
      shown.endTime = create(TimestampSchema, toTimestamp(window.to));
      return Buffer.from(toBinary(WidgetDataSchema, shown)).toString('base64');
    });
    return fromBinary(WidgetDataSchema, Buffer.from(bytes, 'base64'));
  }

  async #explained(asked: AskedQuery, window: AlignedWindow, reader: ProjectReader): Promise<Shown> {
    try {
      if (asked.type === 'list') return await this.lists.read(asked.query, window, reader);
      const measurement = toMeasurement(asked, window);
      const result = await this.measurements.measureOne(measurement, reader);
      if (result.series?.length === 0 && (await this.measurements.isOfUnknownMetric(measurement, reader)))
        return { error: UNKNOWN_METRIC };
      return await toShown(asked.type, result, window);
    } catch (error) {
      if (!(error instanceof ServiceError) || !EXPLAINED.has(error.code)) throw error;
      return { error: { code: error.code, message: error.message } };
    }
  }
}

function requireScope(scope: string, scopes: readonly string[]): void {
  if (!scopes.includes(scope))
    throw new ServiceError('permission_denied', { message: `The data of this widget requires the scope ${scope}.` });
}

/** A hash of everything that an answer depends on. */
function toKey(projectId: string, { type, query }: AskedQuery, { from, to }: AlignedWindow): string {
  const question = createHash('sha256')
    .update(toBinary(WidgetQuerySchema, create(WidgetQuerySchema, query)))
    .digest('hex');
  return `widget-data/${projectId}/${type}/${question}/${from}/${to}`;
}
