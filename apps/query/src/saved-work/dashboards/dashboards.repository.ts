import { Inject, Injectable } from '@nestjs/common';
import {
  beforeKey,
  type Dashboard,
  type DashboardWidget,
  isId,
  nameContains,
  Prisma,
  type Relational,
  type TimeKey,
  type Transaction,
} from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';

export type WithWidgets = Dashboard & { readonly widgets: DashboardWidget[] };
export type WithCount = Dashboard & { readonly _count: { readonly widgets: number } };

export type NewWidget = Omit<
  Prisma.DashboardWidgetCreateManyInput,
  'dashboardId' | 'projectId' | 'createdAt' | 'updatedAt'
>;
export type NewDashboard = Pick<
  Prisma.DashboardUncheckedCreateInput,
  'name' | 'description' | 'tags' | 'variables' | 'timeRange' | 'refreshInterval' | 'createdBy'
> & { readonly createdAt: Date; readonly widgets: readonly NewWidget[] };

const WITH_WIDGETS = {
  widgets: { orderBy: [{ y: 'asc' }, { x: 'asc' }, { id: 'asc' }] },
} satisfies Prisma.DashboardInclude;

/** Dashboards are only ever looked up inside a project: dashboards of other projects are not found. */
@Injectable()
export class DashboardsRepository {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    return this.relational.client.$transaction(work);
  }

  /** Newest first, by creation and then ID. @param name text that the name has to contain. */
  list(projectId: string, name: string, after: TimeKey<'createdAt'> | undefined, take: number): Promise<WithCount[]> {
    return this.relational.client.dashboard.findMany({
      where: { AND: [{ projectId }, nameContains(name), beforeKey('createdAt', after)] },
      include: { _count: { select: { widgets: true } } },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      take,
    });
  }

  async find(projectId: string, id: string, tx: Transaction = this.relational.client): Promise<WithWidgets | null> {
    return isId(id) ? tx.dashboard.findFirst({ where: { projectId, id }, include: WITH_WIDGETS }) : null;
  }

  async findWidget(
    projectId: string,
    dashboardId: string,
    id: string,
  ): Promise<(DashboardWidget & { readonly dashboard: Dashboard }) | null> {
    if (!isId(id) || !isId(dashboardId)) return null;
    return this.relational.client.dashboardWidget.findFirst({
      where: { id, dashboardId, projectId },
      include: { dashboard: true },
    });
  }

  /**
   * Finds a dashboard and locks it against other changes until the transaction ends. The cells of its layout are
   * compared under this lock.
   */
  async lock(projectId: string, id: string, tx: Transaction): Promise<WithWidgets | null> {
    if (!isId(id)) return null;
    await tx.$queryRaw`
      SELECT 1 FROM dashboards WHERE id = ${id}::uuid AND project_id = ${projectId}::uuid FOR UPDATE`;
    return this.find(projectId, id, tx);
  }

  /** Returns the number of dashboards of a project and locks it against additions until the transaction ends. */
  async countLocked(projectId: string, tx: Transaction): Promise<number> {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`dashboards ${projectId}`}, 0))`;
    return tx.dashboard.count({ where: { projectId } });
  }

  async insert(projectId: string, { widgets, ...dashboard }: NewDashboard, tx: Transaction): Promise<WithWidgets> {
    const times = { createdAt: dashboard.createdAt, updatedAt: dashboard.createdAt };
    return tx.dashboard.create({
      data: {
        ...dashboard,
        projectId,
        updatedAt: dashboard.createdAt,
        widgets: { createMany: { data: widgets.map((widget) => ({ ...widget, projectId, ...times })) } },
      },
      include: WITH_WIDGETS,
    });
  }

  /** True for the one caller that is the first to claim it. */
  async claimStarters(projectId: string, createdAt: Date, tx: Transaction): Promise<boolean> {
    const { count } = await tx.dashboardStarter.createMany({
      data: [{ projectId, createdAt }],
      skipDuplicates: true,
    });
    return count === 1;
  }

  async hasStarters(projectId: string): Promise<boolean> {
    return (await this.relational.client.dashboardStarter.findUnique({ where: { projectId } })) !== null;
  }
}
