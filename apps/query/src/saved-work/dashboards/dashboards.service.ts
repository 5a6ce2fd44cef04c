import { Inject, Injectable } from '@nestjs/common';
import type {
  DashboardsCloneRequest,
  DashboardsCreateRequest,
  DashboardsDeleteRequest,
  DashboardsListRequest,
  DashboardsUpdateRequest,
} from '@svc/contract';
import { keysetList, NEWEST_FIRST, type Cursors } from '@svc/pagination';
import { emptyToUndefined } from '@svc/reading/statement';
import { Prisma, type Transaction } from '@svc/relational';
import { CLOCK, CURSORS, type Clock } from '@svc/runtime';
import { invalidField, requireFound, requireVersion, ServiceError } from '@svc/service-error';
import { copyName } from '../copy-name.js';
import { toDashboard, toSummary } from './dashboard.message.js';
import { checkTimeRange, toChanges, toPlaces } from './dashboard.rules.js';
import { DashboardsRepository, type NewDashboard } from './dashboards.repository.js';
import { STARTERS } from './starters.js';
import { checkVariables } from './variables.js';

/** The user of a request, and the project. */
export interface Editor {
  readonly projectId: string;
  readonly principalId: string;
}

const PAGE = { default: 50, max: 100 };
const MAX_DASHBOARDS = 500;

@Injectable()
export class DashboardsService {
  constructor(
    private readonly dashboards: DashboardsRepository,
    @Inject(CURSORS) private readonly cursors: Cursors,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async list({ projectId }: Editor, request: DashboardsListRequest) {
    const { rows, pagination } = await keysetList(this.cursors, {
      operation: 'dashboards.list',
      projectId,
      filters: { name: emptyToUndefined(request.name) },
      order: NEWEST_FIRST,
      limits: PAGE,
      request,
      read: async (after, take) => {
        await this.#ensureStarters(projectId);
        return this.dashboards.list(projectId, request.name, after, take);
      },
    });
    return { dashboards: rows.map(toSummary), pagination };
  }

  async get({ projectId }: Editor, id: string) {
    return toDashboard(requireFound(await this.dashboards.find(projectId, id)));
  }

  async create(editor: Editor, request: DashboardsCreateRequest) {
    const { name, description = '', tags, variables, timeRange = '1h', refreshInterval = '' } = request;
    if (request.layout?.items.length)
      throw invalidField('layout.items', 'must be empty, because there are no widgets yet');
    checkVariables(variables, 'variables');
    checkTimeRange(timeRange);
    return this.insert(editor, {
      name,
      description,
      tags,
      timeRange,
      refreshInterval,
      widgets: [],
      variables: variables.map((variable) => ({ name: variable.name, default: variable.default })),
    });
  }

  async clone(editor: Editor, { dashboardId, name }: DashboardsCloneRequest) {
    return this.#insert(editor, async (tx) => {
      const original = requireFound(await this.dashboards.find(editor.projectId, dashboardId, tx));
      const { description, tags, variables, timeRange, refreshInterval, widgets } = original;
      return {
        description,
        tags,
        timeRange,
        refreshInterval,
        name: name ?? copyName(original.name),
        variables: variables as Prisma.InputJsonValue,
        widgets: widgets.map(({ type, title, query, visualization, refreshInterval: interval, text, x, y, w, h }) => ({
          type,
          title,
          text,
          x,
          y,
          w,
          h,
          refreshInterval: interval,
          query: query === null ? Prisma.DbNull : (query as Prisma.InputJsonValue),
          visualization: visualization === null ? Prisma.DbNull : (visualization as Prisma.InputJsonValue),
        })),
      };
    });
  }

  async update({ projectId }: Editor, request: DashboardsUpdateRequest) {
    const changes = toChanges(request);
    return this.dashboards.transaction(async (tx) => {
      const locked = await this.dashboards.lock(projectId, request.dashboardId, tx);
      const current = requireVersion(locked, request.expectedVersion);
      const places = request.layout ? toPlaces(request.layout.items, current.widgets) : [];
      for (const { id, ...place } of places) await tx.dashboardWidget.update({ where: { id }, data: place });
      const data = { ...changes, version: { increment: 1 }, updatedAt: new Date(this.clock()) };
      await tx.dashboard.update({ where: { id: current.id }, data });
      return toDashboard(requireFound(await this.dashboards.find(projectId, current.id, tx)));
    });
  }

  async delete({ projectId }: Editor, { dashboardId, expectedVersion }: DashboardsDeleteRequest): Promise<void> {
    await this.dashboards.transaction(async (tx) => {
      const { id } = requireVersion(await this.dashboards.lock(projectId, dashboardId, tx), expectedVersion);
      await tx.dashboard.delete({ where: { id } });
    });
  }

  /** Creates a dashboard with widgets that were checked. */
  insert(editor: Editor, dashboard: Omit<NewDashboard, 'createdAt' | 'createdBy'>) {
    return this.#insert(editor, () => Promise.resolve(dashboard));
  }

  #insert(
    { projectId, principalId }: Editor,
    decide: (tx: Transaction) => Promise<Omit<NewDashboard, 'createdAt' | 'createdBy'>>,
  ) {
    return this.dashboards.transaction(async (tx) => {
      const dashboard = { ...(await decide(tx)), createdBy: principalId, createdAt: new Date(this.clock()) };
      if ((await this.dashboards.countLocked(projectId, tx)) >= MAX_DASHBOARDS)
        throw new ServiceError('state_conflict', { message: `A project can have ${MAX_DASHBOARDS} dashboards.` });
      return toDashboard(await this.dashboards.insert(projectId, dashboard, tx));
    });
  }

  /**
   * Creates the starter dashboards once for each project, on its first request: projects that are older than dashboards
   * get them as well.
   */
  async #ensureStarters(projectId: string): Promise<void> {
    if (await this.dashboards.hasStarters(projectId)) return;
    const now = this.clock();
    await this.dashboards.transaction(async (tx) => {
      if (!(await this.dashboards.claimStarters(projectId, new Date(now), tx))) return;
      // A millisecond apart, so that their order is always the same.
      for (const [nth, starter] of STARTERS.entries())
        await this.dashboards.insert(projectId, { ...starter, createdAt: new Date(now + nth) }, tx);
    });
  }
}
